/// Groups ordered rows with a loop.
package struct ReferenceList: Sendable {
  /// The index of the section's column, or `nil` for a single section.
  private let sectionPlace: Int?
  /// The indexes of the key's columns.
  private let keyPlaces: [Int]
  /// The number of columns.
  ///
  /// A rowid may follow them.
  private let columnCount: Int
  /// Whether the last cell says that it is no row but a section that exists without rows.
  private let isDeclaring: Bool

  /// Creates a reference for rows with the given columns.
  ///
  /// - Parameters:
  ///   - columns: The names of the columns. If the rowid identifies rows, it follows them.
  ///   - keyColumns: The names of the columns that identify a row.
  ///   - section: The name of the section's column, or `nil` for a single section.
  package init(columns: [String], keyColumns: [String], section: String?) {
    self.init(columns: columns, keyColumns: keyColumns, section: section, isDeclaring: false)
  }

  init(columns: [String], keyColumns: [String], section: String?, isDeclaring: Bool) {
    self.isDeclaring = isDeclaring
    sectionPlace = section.flatMap { columns.firstIndex(of: $0) }
    keyPlaces = keyColumns.compactMap { columns.firstIndex(of: $0) }
    columnCount = columns.count
  }

  /// Returns the list that ordered rows form.
  ///
  /// - Throws: ``LawViolation`` if the rows of a section aren't contiguous, which would be an error in the order.
  package func picture(of rows: [[OracleValue]]) throws(LawViolation) -> ListPicture {
    guard let sectionPlace else {
      return ListPicture([.init(key: .null, name: "", rows: rows.map(row))])
    }
    var sections: [ListPicture.Section] = []
    for cells in rows {
      let key = cells[sectionPlace].byValue
      if sections.last?.key != key {
        guard !sections.contains(where: { $0.key == key }) else {
          throw LawViolation(.oracle, "section \(key) is split by the order")
        }
        sections.append(.init(key: key, name: key.sectionName, rows: []))
      }
      guard !isDeclaring || cells.last != .integer(1) else { continue }
      sections[sections.count - 1].rows.append(row(cells))
    }
    return ListPicture(sections)
  }

  private func row(_ cells: [OracleValue]) -> ListPicture.Row {
    var id = keyPlaces.map { cells[$0].byValue }
    let rowID = Array(cells.dropFirst(columnCount).dropLast(isDeclaring ? 1 : 0))
    if id.isEmpty || (id.contains(.null) && !rowID.isEmpty) { id = rowID }
    return ListPicture.Row(id: id, cells: Array(cells.prefix(columnCount)))
  }
}

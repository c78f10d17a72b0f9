package import Sectional

/// A list as plain arrays, for comparing lists without the library's help.
package struct ListPicture: Sendable, Hashable {
  /// A row with everything it shows.
  package struct Row: Sendable, Hashable {
    /// The values that identify the row.
    package var id: [OracleValue]
    /// The row's cells, column by column.
    package var cells: [OracleValue]

    /// Creates a row.
    package init(id: [OracleValue], cells: [OracleValue]) {
      self.id = id
      self.cells = cells
    }
  }

  /// A section with its rows.
  package struct Section: Sendable, Hashable {
    /// The value that the section's rows share, with numbers compared by value.
    package var key: OracleValue
    /// The section's name.
    package var name: String
    /// The section's rows, in order.
    package var rows: [Row]

    /// Creates a section.
    package init(key: OracleValue, name: String, rows: [Row]) {
      self.key = key
      self.name = name
      self.rows = rows
    }
  }

  /// The sections, in order.
  package var sections: [Section]

  /// Creates a list of sections.
  package init(_ sections: [Section]) { self.sections = sections }

  /// Creates a picture of what a list shows.
  package init(_ results: ResultsList<StoredRow>) {
    sections = results.map { section in
      Section(
        key: OracleValue(section.key), name: section.name,
        rows: section.map {
          Row(id: OracleValue.id(of: $0.key), cells: $0.values.map(OracleValue.init))
        })
    }
  }

  /// Every row with its path, in order.
  package var rows: [(path: ElementPath, row: Row)] {
    sections.enumerated().flatMap { index, section in
      section.rows.enumerated().map { (ElementPath(section: index, item: $0), $1) }
    }
  }

  /// The list without the rows' cells: its sections and the identities of its rows.
  var withoutCells: ListPicture {
    ListPicture(
      sections.map { section in
        Section(
          key: section.key, name: section.name, rows: section.rows.map { Row(id: $0.id, cells: []) }
        )
      })
  }

  /// Returns the row at a path, or `nil` if there is none.
  package func row(at path: ElementPath) -> Row? {
    guard sections.indices.contains(path.section),
      sections[path.section].rows.indices.contains(path.item)
    else { return nil }
    return sections[path.section].rows[path.item]
  }
}

extension OracleValue {
  /// Returns the values of a row's identity.
  package static func id(of key: RowKey) -> [OracleValue] { key.values.map(OracleValue.init) }
}

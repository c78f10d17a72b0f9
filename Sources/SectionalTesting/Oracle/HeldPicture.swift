package import Sectional

/// The part of a list that is in memory, for lists that hold the keys or the contents of only some rows.
package struct HeldPicture: Sendable {
  /// A row, of which the key or the contents may not be held.
  package struct Row: Sendable {
    let id: [OracleValue]?
    let cells: [OracleValue]?
  }

  /// A section with its rows.
  struct Section: Sendable {
    let key: OracleValue
    let name: String
    let rows: [Row]
  }

  let sections: [Section]

  /// Creates a picture of what a list holds.
  package init(_ results: ResultsList<StoredRow>) {
    // The keys of a list that counts its rows don't say which places they have.
    let holdsKeys = results.counting == nil
    sections = results.indices.map { index in
      let section = results[index]
      let keys = holdsKeys ? section.rows.keys : []
      let rows = section.indices.map { item in
        let row = results.row(ifLoaded: ElementPath(section: index, item: item).indexPath)
        let key = holdsKeys ? keys[item] : row?.key
        return Row(id: key.map(OracleValue.id), cells: row?.values.map(OracleValue.init))
      }
      return Section(key: OracleValue(section.key), name: section.name, rows: rows)
    }
  }

  /// The contents that are held, by the rows' identities.
  var cells: [[OracleValue]: [OracleValue]] {
    var cells: [[OracleValue]: [OracleValue]] = [:]
    for row in sections.flatMap(\.rows) {
      if let id = row.id { cells[id] = row.cells }
    }
    return cells
  }

  /// The identities of the rows whose contents are held.
  var heldIDs: Set<[OracleValue]> { Set(cells.keys) }

  /// Describes the first place where the list shows anything else than it should.
  ///
  /// - Parameters:
  ///   - expected: What the list should show.
  ///   - name: The name of this list in the description.
  /// - Returns: The description, or `nil` if all that is held is as expected.
  package func difference(from expected: ListPicture, calling name: String) -> String? {
    completed(by: expected).difference(from: expected, calling: name)
  }

  /// Returns the list with keys and contents from another one where they aren't held.
  func completed(by other: ListPicture) -> ListPicture {
    ListPicture(
      sections.enumerated().map { index, section in
        ListPicture.Section(
          key: section.key, name: section.name,
          rows: section.rows.enumerated().map { item, row in
            let place = ElementPath(section: index, item: item)
            let id = row.id ?? other.row(at: place)?.id ?? []
            let known = other.row(at: place)
            return ListPicture.Row(
              id: id, cells: row.cells ?? (known?.id == id ? known?.cells : nil) ?? [])
          })
      })
  }
}

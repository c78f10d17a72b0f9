import SectionalTesting

@testable import Sectional

/// Handmade lists and change sets, for testing the checks.
enum Pictures {
  /// Returns a list of sections whose rows have a section, a position and a note as cells, written as `x1` or `x1'`.
  static func list(_ sections: KeyValuePairs<String, [String]>) -> ListPicture {
    ListPicture(
      sections.map { name, rows in
        let key = OracleValue(.text(name))
        return .init(key: key, name: name, rows: rows.map { row($0, in: key) })
      })
  }

  static func row(_ word: String, in section: OracleValue) -> ListPicture.Row {
    let digits = word.dropFirst().prefix { $0.isNumber }
    let cells: [OracleValue] = [
      section, .integer(Int64(digits) ?? 0), .integer(Int64(word.count { $0 == "'" })),
    ]
    return .init(id: [OracleValue(.text(String(word.prefix(1))))], cells: cells)
  }

  static func order(_ cells: [OracleValue]) -> [OracleValue] { Array(cells.prefix(2)) }

  static func form(
    deletes: [Int] = [], inserts: [Int] = [], _ rows: [ResultsChange]
  ) -> FullForm {
    var changes = RowListDiff()
    changes.sectionDeletes = deletes
    changes.sectionInserts = inserts
    changes.rows = rows
    return FullForm(changes)
  }

  /// Returns a change of a row from a path to a path, each a section and an item.
  static func change(
    _ kind: ResultsChange.Kind, _ name: String, from: (Int, Int)? = nil, to: (Int, Int)? = nil,
    isFromDeletedSection: Bool = false, isToInsertedSection: Bool = false
  ) -> ResultsChange {
    ResultsChange(
      kind: kind, key: RowKey([.text(name)]),
      from: from.map { ElementPath(section: $0.0, item: $0.1) },
      to: to.map { ElementPath(section: $0.0, item: $0.1) },
      isFromDeletedSection: isFromDeletedSection, isToInsertedSection: isToInsertedSection)
  }
}

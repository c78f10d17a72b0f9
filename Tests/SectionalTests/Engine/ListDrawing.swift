import Foundation
import SectionalTesting
import TestSupport

@testable import Sectional

/// A list drawn in one line.
///
/// `A: x1 y2 | B: z1'` is section A with row x at position 1 and row y at position 2, and section B with row z at
/// position 1, whose contents differ from those of `z1`.
struct ListDrawing {
  let list: RowList

  init(_ drawing: String, isSectioned: Bool = true) throws {
    let ordering = RowOrdering(
      section: isSectioned ? OrderRule(column: 1) : nil, sort: [OrderRule(column: 2)],
      keyColumns: [0], fallsBackToRowID: false)
    var rows: [OrderedRow] = []
    for section in drawing.split(separator: "|") {
      let words = section.split { $0 == " " || $0 == ":" }
      rows += words.dropFirst().map { ordering.row(ListDrawing.contents($0, in: words[0])) }
    }
    list = try RowList(rows, isSectioned ? .byKey : .none)
  }

  private static func contents(_ word: Substring, in section: Substring) -> PackedRow {
    let position = word.dropFirst().prefix { $0.isNumber }
    return PackedRow([
      .text(String(word.prefix(1))), .text(String(section)), .integer(Int64(position) ?? 0),
      .integer(Int64(word.count { $0 == "'" })),
    ])
  }

  var picture: ListPicture {
    ListPicture(
      (0..<list.sectionCount).map { section in
        let rows = list.ranks(ofSection: section).map { rank in
          ListPicture.Row(
            id: OracleValue.id(of: list[rank].key),
            cells: list[rank].contents.values.map(OracleValue.init))
        }
        let key = list.grouping != .none ? rows[0].cells[1] : .null
        return ListPicture.Section(key: key, name: key.sectionName, rows: rows)
      })
  }

  /// Returns the changes from another list to this one, checked against every law.
  func changes(from old: ListDrawing) throws -> RowListDiff {
    let changes = list.shownChanges(from: old.list)
    let isSectioned = list.grouping != .none
    try ChangeCheck(before: old.picture, after: picture) { cells in
      isSectioned ? Array(cells[1...2]) : [cells[2]]
    }.run(FullForm(changes), TableUpdates(changes))
    return changes
  }
}

extension RowListDiff {
  /// The changes in words: `-0` and `+1` for sections, then the rows.
  var words: [String] {
    sectionDeletes.map { "-\($0)" } + sectionInserts.map { "+\($0)" }
      + rows.map { change in
        let name = change.key.values.first.map { OracleValue($0).sectionName } ?? "?"
        let paths = [change.from, change.to].compactMap { $0 }.map { "\($0.section).\($0.item)" }
        return "\(change.kind) \(name) \(paths.joined(separator: ">"))"
      }
  }
}

extension TableUpdates {
  /// The updates in words, as a table view takes them.
  var words: [String] {
    func word(_ path: IndexPath) -> String { "\(path[0]).\(path[1])" }
    return sectionDeletes.map { "-\($0)" } + sectionInserts.map { "+\($0)" }
      + deletes.map { "delete \(word($0))" } + inserts.map { "insert \(word($0))" }
      + moves.map { "move \(word($0.from))>\(word($0.to))" }
      + reloads.map { "reload \(word($0))" }
  }
}

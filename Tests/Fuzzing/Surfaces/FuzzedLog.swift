import Foundation
import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport

/// The rows of a change log, into which another program writes anything.
@MainActor enum FuzzedLog {
  static func take(_ input: [UInt8]) async throws {
    var choices = FuzzBytes(input)
    let table = try FuzzedTable()
    try table.insert(
      (0..<8).map { [.integer($0), .text("t\($0 % 3)"), .integer($0 * 5 % 8), .null] })
    if choices.happens() {
      try table.execute(
        "CREATE TABLE pair(x, y, z, PRIMARY KEY(x, y)) WITHOUT ROWID; INSERT INTO pair VALUES(1, 'b', 2)"
      )
    }
    let store = try table.store()
    try await store.installChangeLog(for: ["item"], oldValuesOf: ["a", "b"])
    var request = ResultsRequest<StoredRow>(table: "item", sortBy: [SortKey(.column("b"))])
    if choices.happens() { (request.fetchLimit, request.fetchOffset) = (3, 2) }
    let list = try await RecordedList(request, store, sectionBy: .column("a"))
    var statements: [String] = []
    while !choices.isAtEnd {
      for _ in 0...choices.below(4) {
        statements.append(statement(&choices))
        try? table.execute(statements[statements.count - 1])
      }
      do {
        try await list.controller.refresh()
      } catch {
        guard !error.message.isEmpty else { throw LawViolation(.consistent, "no message") }
        continue
      }
      if let violation = list.violation { throw violation }
      let fresh = ResultsController(
        fetchRequest: request, store: store, sectionBy: .column("a"), tracksChanges: false)
      try await fresh.performFetch()
      let (shown, truth) = (ListPicture(list.controller.results), ListPicture(fresh.results))
      await fresh.close()
      guard shown == truth else {
        throw LawViolation(.fresh, "\(shown), and not \(truth), after \(statements)")
      }
    }
    await list.controller.close()
  }

  /// Returns a statement of another program.
  ///
  /// No statement hides a change: whoever deletes what the triggers wrote, or takes the triggers away while it changes
  /// rows and puts the same ones back, can't be noticed by anybody.
  private static func statement(_ choices: inout FuzzBytes) -> String {
    let id = choices.below(12)
    return switch choices.below(8) {
    case 0: "UPDATE item SET a = \(FuzzedTable.literal(choices.value())) WHERE id = \(id)"
    case 1: "DELETE FROM item WHERE id = \(id)"
    case 2: "INSERT OR REPLACE INTO item VALUES (\(id), 'new', \(choices.below(9)), NULL)"
    default: "INSERT OR IGNORE INTO sectional_log(\(columns)) VALUES (\(entry(&choices)))"
    }
  }

  private static let columns = "seq, name, item, nonce, kind, layout, v1, v2"

  /// Returns the cells of an entry.
  ///
  /// Its old values must not be ones that the triggers could have written.
  private static func entry(_ choices: inout FuzzBytes) -> String {
    let name = choices.element(of: ["'item'", "'item'", "'ITEM'", "'pair'", "''", "x'69'", "7"])
    let row = choices.element(of: [
      "NULL", "3", "'i1,tZZ'", "'i3'", "'n'", "9223372036854775807", "x'00'",
    ])
    return [
      choices.element(of: ["NULL", "NULL", "-5", "\(choices.byte())", "9223372036854775806"]), name,
      row,
      FuzzedTable.literal(choices.value()) == "NULL" ? "0" : "\(choices.byte())",
      FuzzedTable.literal(choices.element(of: [.null, .text("x"), .integer(77), .blob([1])])), "-1",
      FuzzedTable.literal(choices.value()), FuzzedTable.literal(choices.value()),
    ].joined(separator: ", ")
  }
}

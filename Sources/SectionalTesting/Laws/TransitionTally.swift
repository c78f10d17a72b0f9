import Foundation
import Sectional

/// Which kinds of transitions random histories led lists through, to compare shorter histories with longer ones.
///
/// With a path in the environment variable `SECTIONAL_TRANSITIONS` each history appends a line for each kind to that
/// file; `sort -u` counts them.
struct TransitionTally: Sendable {
  private var kinds: Set<String> = []

  /// Notes what one delivery told: the kinds of changes in it, in a list of some order over some store.
  mutating func note(_ changeset: ResultsChangeset<StoredRow>, _ order: ListOrder) {
    var changes = Set(changeset.rowChanges.map(TransitionTally.kind))
    if !changeset.sectionDeletes.isEmpty { changes.insert("section delete") }
    if !changeset.sectionInserts.isEmpty { changes.insert("section insert") }
    kinds.insert("\(order.sections.rawValue): \(changes.sorted().joined(separator: ", "))")
  }

  private static func kind(of change: ResultsChange) -> String {
    guard change.kind == .move else { return "\(change.kind)" }
    return change.from?.section == change.to?.section ? "move" : "move to a section"
  }

  /// Appends what was noted to the file, if there is one.
  func write(for subject: any LawSubject) {
    guard let path = TransitionTally.path else { return }
    let lines = kinds.map { "\(type(of: subject)) \($0)\n" }.joined()
    guard let file = unsafe fopen(path, "a") else { return }
    // One write, which other histories' don't come between.
    unsafe fputs(lines, file)
    unsafe fclose(file)
  }

  private static let path = ProcessInfo.processInfo.environment["SECTIONAL_TRANSITIONS"]
}

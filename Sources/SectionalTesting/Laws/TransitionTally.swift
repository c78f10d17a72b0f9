import Foundation
import Sectional

/// Records the kinds of transitions that random histories led lists through, to compare shorter histories with longer
/// ones.
///
/// If the environment variable `SECTIONAL_TRANSITIONS` is a path, each history appends a line for each kind to that
/// file. `sort -u` removes the duplicates.
struct TransitionTally: Sendable {
  private var kinds: Set<String> = []

  /// Records the kinds of changes in one delivery, for a list with the given order.
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

  /// Appends what was recorded to the file, if the environment names one.
  func write(for subject: any LawSubject) {
    guard let path = TransitionTally.path else { return }
    let lines = kinds.map { "\(type(of: subject)) \($0)\n" }.joined()
    guard let file = unsafe fopen(path, "a") else { return }
    // A single write keeps the lines of concurrent histories apart.
    unsafe fputs(lines, file)
    unsafe fclose(file)
  }

  private static let path = ProcessInfo.processInfo.environment["SECTIONAL_TRANSITIONS"]
}

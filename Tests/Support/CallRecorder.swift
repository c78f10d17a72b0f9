package import Foundation
package import Sectional

/// Records the calls of a list, and what the list holds at each of them.
@MainActor package final class CallRecorder: ResultsControllerDelegate {
  /// The calls as text, such as "insert row - to 0,0 ada".
  package private(set) var calls: [String] = []
  /// The names of the list's rows at each of the calls.
  package private(set) var sights: [[String]] = []
  package private(set) var statuses: [String] = []

  package init() {}

  package func controllerWillChangeContent(_ controller: ResultsController<Item>) {
    note("will", controller)
  }

  package func controller(
    _ controller: ResultsController<Item>, didChange section: ResultsSectionInfo<Item>,
    atSectionIndex sectionIndex: Int, for type: ResultsChange.Kind
  ) {
    note("\(type) section \(sectionIndex) \(section.name)", controller)
  }

  package func controller(
    _ controller: ResultsController<Item>, didChange object: Item, at indexPath: IndexPath?,
    for type: ResultsChange.Kind, newIndexPath: IndexPath?
  ) {
    note("\(type) row \(text(indexPath)) to \(text(newIndexPath)) \(object.name)", controller)
  }

  package func controllerDidReplaceContent(_ controller: ResultsController<Item>) {
    note("replaced", controller)
  }

  package func controllerDidChangeContent(_ controller: ResultsController<Item>) {
    note("did", controller)
  }

  package func controller(
    _ controller: ResultsController<Item>, didChangeStatus status: ResultsStatus
  ) {
    statuses.append("\(status)")
  }

  /// Returns the calls since the last time, and forgets them.
  package func take() -> [String] {
    defer { (calls, sights) = ([], []) }
    return calls
  }

  private func note(_ call: String, _ controller: ResultsController<Item>) {
    calls.append(call)
    sights.append(controller.results.rows.map(\.name))
  }

  private func text(_ path: IndexPath?) -> String {
    path.map { "\($0.section),\($0.item)" } ?? "-"
  }
}

import Foundation
import Sectional

/// Records what a list tells its delegate, and checks the order of the calls.
final class DeliveryRecorder: ResultsChangesetDelegate {
  /// One change set, with what was visible when it arrived.
  struct Delivery: Sendable {
    let changeset: ResultsChangeset<StoredRow>
    let version: String?
    /// What the list showed when it announced the change.
    let resultsBefore: ResultsList<StoredRow>?
    let resultsAfter: ResultsList<StoredRow>
  }

  /// Contents that came without a change.
  struct Load: Sendable {
    let paths: [IndexPath]
    let results: ResultsList<StoredRow>
    let version: String?
  }

  /// What the delegate was told.
  enum Event: Sendable {
    case change(Delivery)
    case load(Load)
  }

  private var events: [Event] = []
  private var resultsBefore: ResultsList<StoredRow>?
  private(set) var error: StoreError?

  func controllerWillChangeContent(_ controller: ResultsController<StoredRow>) {
    resultsBefore = controller.results
  }

  func controller(
    _ controller: ResultsController<StoredRow>,
    didChangeContentWith changeset: ResultsChangeset<StoredRow>
  ) {
    let delivery = Delivery(
      changeset: changeset, version: controller.version, resultsBefore: resultsBefore,
      resultsAfter: controller.results)
    events.append(.change(delivery))
    resultsBefore = nil
  }

  func controller(
    _ controller: ResultsController<StoredRow>, didLoadRowsAt indexPaths: [IndexPath]
  ) {
    events.append(
      .load(Load(paths: indexPaths, results: controller.results, version: controller.version)))
  }

  func controller(_ controller: ResultsController<StoredRow>, didChangeStatus status: ResultsStatus)
  {
    if let error = status.error { self.error = error }
  }

  /// Returns the events since the last call, and forgets them.
  func take() -> [Event] {
    defer { events = [] }
    return events
  }
}

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

  private(set) var deliveries: [Delivery] = []
  private var resultsBefore: ResultsList<StoredRow>?
  private(set) var error: StoreError?

  func controllerWillChangeContent(_ controller: ResultsController<StoredRow>) {
    resultsBefore = controller.results
  }

  func controller(
    _ controller: ResultsController<StoredRow>,
    didChangeContentWith changeset: ResultsChangeset<StoredRow>
  ) {
    deliveries.append(
      Delivery(
        changeset: changeset, version: controller.version, resultsBefore: resultsBefore,
        resultsAfter: controller.results))
    resultsBefore = nil
  }

  func controller(_ controller: ResultsController<StoredRow>, didChangeStatus status: ResultsStatus)
  {
    if let error = status.error { self.error = error }
  }

  /// Returns the deliveries since the last call, and forgets them.
  func take() -> [Delivery] {
    defer { deliveries = [] }
    return deliveries
  }
}

import Sectional

/// Writes down what a list tells its delegate, and checks how it does so.
final class DeliveryRecorder: ResultsChangesetDelegate {
  /// One change set with what could be seen when it came.
  struct Delivery: Sendable {
    let changeset: ResultsChangeset<StoredRow>
    let version: String?
    /// What the list showed when it said that it would change.
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

  /// Hands over what came since the last time.
  func take() -> [Delivery] {
    defer { deliveries = [] }
    return deliveries
  }
}

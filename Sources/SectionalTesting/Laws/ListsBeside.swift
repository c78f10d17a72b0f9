import Sectional

/// The lists that are followed beside the one that a history is for.
struct ListsBeside {
  private let bound: Duration
  /// A list of other rows of the table, with which the list looks at the store together; `nil` in half of the histories.
  private let companion: (controller: ResultsController<StoredRow>, plan: HistoryPlan)?
  /// Another owner of the list; `nil` in most histories.
  private let secondOwner: SecondOwner?

  init(_ subject: any LawSubject, _ plan: HistoryPlan, within bound: Duration) {
    self.bound = bound
    companion = plan.companion.map { other in
      let controller = subject.makeController(other.request, sectionBy: other.sectionBy)
      controller.options.cache = nil
      return (controller, other)
    }
    secondOwner =
      plan.hasSecondOwner
      ? SecondOwner(
        subject.makeController(plan.request, sectionBy: plan.sectionBy), plan) : nil
  }

  func open(isolation: isolated any Actor = #isolation) async throws {
    try await companion?.controller.performFetch()
    try await secondOwner?.open()
  }

  /// Pauses or resumes the second owner, or neither.
  func advance() { secondOwner?.advance() }

  /// Waits until the lists show their rows.
  func finish(
    _ subject: any LawSubject, _ plan: HistoryPlan, isolation: isolated any Actor = #isolation
  ) async throws {
    if let (controller, plan) = companion {
      let picture = try plan.picture(of: try await subject.truth(plan))
      try await controller.wait(toShow: { _ in picture }, "the list beside", within: bound)
      await controller.close()
    }
    if let secondOwner {
      let picture = try plan.picture(of: try await subject.truth(plan))
      try await secondOwner.finish(showing: picture, within: bound)
    }
  }
}

extension ResultsController<StoredRow> {
  /// Waits until the list shows what it is to show, given its results.
  func wait(
    toShow picture: (ResultsList<StoredRow>) -> ListPicture, _ name: String,
    within bound: Duration, isolation: isolated any Actor = #isolation
  ) async throws {
    let deadline = ContinuousClock.now + bound
    while let difference = HeldPicture(results).difference(from: picture(results), calling: name) {
      guard ContinuousClock.now < deadline else { throw LawViolation(.fresh, "\(difference)") }
      try await Task.sleep(for: .milliseconds(2))
    }
  }
}

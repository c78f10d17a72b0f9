import Sectional

extension LawSuite {
  /// Commits a transaction, reads the true rows after it, and rings.
  func commit(_ transaction: ScriptedTransaction) async throws {
    try await subject.apply(transaction)
    try await noteTruth()
    subject.ring()
  }

  private func noteTruth() async throws {
    let truth = try plan.reference.picture(of: plan.extent.part(of: try await subject.truth(plan)))
    guard let version = try await subject.version() else {
      throw LawViolation(.fresh, "the store can't tell its version")
    }
    if let known = truths[version], known != truth {
      throw LawViolation(.fresh, "the store has one version, \(version), for different contents")
    }
    truths[version] = truth
    newest = version
  }

  /// Fetches again, and checks the fetched results.
  func fetch() async throws {
    if newest == nil { try await noteTruth() }
    try checkDeliveries(recorder.take())
    try await controller.performFetch()
    _ = recorder.take()
    isFetched = true
    shown = ListPicture(controller.results)
    try checkTruth(at: controller.version, "the fetched list")
  }

  /// Waits until the list is as new as the store, then checks everything it reported on the way.
  @discardableResult func settle() async throws -> [DeliveryRecorder.Delivery] {
    try await waitForNewest()
    let deliveries = recorder.take()
    try checkDeliveries(deliveries)
    try checkTruth(at: newest, "the settled list")
    if isThorough {
      try ResultsCheck(results: controller.results, picture: shown).run(
        isSectioned: plan.order.sectionColumn != nil)
    }
    truths = truths.filter { $0.key == newest }
    return deliveries
  }

  private func waitForNewest() async throws {
    let deadline = ContinuousClock.now + bound
    var turns = 0
    var isAsked = false
    while controller.version != newest {
      if !subject.hearsOfEveryCommit, !isAsked, showsNewest {
        // Nothing in the list changed, so it wasn't notified of the version.
        isAsked = true
        try? await controller.refresh()
        continue
      }
      guard ContinuousClock.now < deadline else {
        let reason = recorder.error.map { "\($0)" } ?? "status \(controller.status)"
        throw LawViolation(
          .fresh, "the list is late: it holds \(controller.version ?? "no version"), \(reason)")
      }
      // The list is mostly a few turns away. After that, sleep and leave the processors to other work.
      turns += 1
      guard turns > 10 else {
        await Task.yield()
        continue
      }
      try await Task.sleep(for: .microseconds(min(50 * turns, 2000)))
      // Reading the version costs a transaction, and the version seldom changes by itself.
      if subject.hasVersionsBetweenCommits, turns.isMultiple(of: 16) {
        try await noteMovedVersion()
        isAsked = false
      }
    }
  }

  /// Whether the list shows the contents of the newest version, no matter which version it holds.
  private var showsNewest: Bool {
    guard let truth = newest.flatMap({ truths[$0] }) else { return false }
    return ListPicture(controller.results).difference(from: truth, calling: "the list") == nil
  }

  /// Records the version that the store has moved to since the last commit, with an unchanged table.
  private func noteMovedVersion() async throws {
    guard let newest, let truth = truths[newest], let version = try await subject.version() else {
      return
    }
    truths[version] = truth
    self.newest = version
  }

  private func checkDeliveries(
    _ deliveries: [DeliveryRecorder.Delivery]
  ) throws(LawViolation) {
    for delivery in deliveries {
      let check = DeliveryCheck(plan: plan, shown: shown, isThorough: isThorough)
      shown = try check.run(delivery)
      transitions.note(delivery.changeset, plan.order)
      try checkTruth(at: delivery.version, "the delivered list")
    }
  }

  /// What a list may show at a version between commits: the true rows of any commit that hasn't been awaited yet.
  private var truthOnTheWay: ListPicture? {
    guard subject.hasVersionsBetweenCommits else { return nil }
    return truths.values.first { shown.difference(from: $0, calling: "the list") == nil }
      ?? newest.flatMap { truths[$0] }
  }

  /// Whether this is one of the steps that check everything in every way, which takes time.
  private var isThorough: Bool { step % 4 == 0 }

  /// Checks that what is shown is what the oracle read at a version.
  private func checkTruth(at version: String?, _ name: String) throws(LawViolation) {
    guard let version, let truth = truths[version] ?? truthOnTheWay else {
      throw LawViolation(.fresh, "\(name) has a version the store never had: \(version ?? "none")")
    }
    if let difference = shown.difference(from: truth, calling: name) {
      throw LawViolation(.fresh, difference)
    }
  }
}

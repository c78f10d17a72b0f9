import Sectional

extension LawSuite {
  /// Commits a transaction, asks for the truth after it, and rings.
  func commit(_ transaction: ScriptedTransaction) async throws {
    try await subject.apply(transaction)
    try await noteTruth()
    subject.ring()
  }

  private func noteTruth() async throws {
    let truth = try plan.reference.picture(of: try await subject.truth(plan))
    guard let version = try await subject.version() else {
      throw LawViolation(.fresh, "the store can't tell its version")
    }
    if let known = truths[version], known != truth {
      throw LawViolation(.fresh, "the store has one version, \(version), for different contents")
    }
    truths[version] = truth
    newest = version
  }

  /// Fetches afresh, and checks what was fetched.
  func fetch() async throws {
    if newest == nil { try await noteTruth() }
    try checkDeliveries(recorder.take())
    try await controller.performFetch()
    _ = recorder.take()
    isFetched = true
    shown = ListPicture(controller.results)
    try checkTruth(at: controller.version, "the fetched list")
  }

  /// Waits until the list is as new as the store, then checks everything it told on the way.
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
        // Nothing of the list changed, so nobody told it of the version.
        isAsked = true
        try? await controller.refresh()
        continue
      }
      guard ContinuousClock.now < deadline else {
        let reason = recorder.error.map { "\($0)" } ?? "status \(controller.status)"
        throw LawViolation(
          .fresh, "the list is late: it holds \(controller.version ?? "no version"), \(reason)")
      }
      // Mostly the list is a few turns away; whoever waits longer leaves the processors to others.
      turns += 1
      guard turns > 10 else {
        await Task.yield()
        continue
      }
      try await Task.sleep(for: .microseconds(min(50 * turns, 2000)))
      // To ask costs a transaction, and the version seldom moves by itself.
      if subject.hasVersionsBetweenCommits, turns.isMultiple(of: 16) {
        try await noteMovedVersion()
        isAsked = false
      }
    }
  }

  /// Whether the list shows what the newest version has, whichever version it holds.
  private var showsNewest: Bool {
    guard let truth = newest.flatMap({ truths[$0] }) else { return false }
    return ListPicture(controller.results).difference(from: truth, calling: "the list") == nil
  }

  /// Learns the version to which the store has moved since the last commit; the table is as it was.
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

  /// What a list may show at a version between commits: the truth of any commit that was not awaited yet.
  private var truthOnTheWay: ListPicture? {
    guard subject.hasVersionsBetweenCommits else { return nil }
    return truths.values.first { shown.difference(from: $0, calling: "the list") == nil }
      ?? newest.flatMap { truths[$0] }
  }

  /// Whether this is one of the steps at which everything is looked at in every way, which takes
  /// its time.
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

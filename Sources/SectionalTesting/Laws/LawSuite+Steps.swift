import Sectional

extension LawSuite {
  /// Commits a transaction, reads the true rows after it, and rings.
  func commit(_ transaction: ScriptedTransaction) async throws {
    try await subject.apply(transaction)
    // Reading everything can wait for a later commit.
    if isFetched, !subject.knowsOldRows(after: transaction) { mostFullFetches += 1 }
    try await noteTruth()
    subject.ring()
  }

  private func noteTruth() async throws {
    let truth = try plan.picture(of: try await subject.truth(plan))
    try truths.note(truth, at: try await subject.version())
  }

  /// Fetches again, and checks the fetched results.
  func fetch() async throws {
    if truths.newest == nil { try await noteTruth() }
    if !isFetched { try await beside.open() }
    try checkEvents(recorder.take())
    try await reading { try await controller.performFetch() }
    _ = recorder.take()
    isFetched = true
    let results = controller.results
    held = HeldPicture(results)
    possiblyShown = [ListPicture([])]
    try advance(through: candidates(at: controller.version)) { _, truth throws(LawViolation) in
      let shown = plan.counted(results, of: truth)
      try demand(held, shows: shown, "the fetched list", .fresh)
      return shown
    }
  }

  /// Waits until the list is as new as the store, then checks everything it reported on the way.
  @discardableResult func settle() async throws -> [DeliveryRecorder.Delivery] {
    try await waitForNewest()
    return try checkNewest()
  }

  private func waitForNewest() async throws {
    let deadline = ContinuousClock.now + bound
    var turns = 0
    var isAsked = false
    while !isNewest {
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

  /// Whether the list is as new as the store.
  var isNewest: Bool {
    truths.haveVersions ? controller.version == truths.newestVersion : showsNewest
  }

  /// Whether the list shows the contents of the newest version, no matter which version it holds.
  private var showsNewest: Bool {
    guard let truth = truths.newest else { return false }
    let results = controller.results
    let expected = plan.counted(results, of: truth)
    return HeldPicture(results).difference(from: expected, calling: "the list") == nil
  }

  /// Records the version that the store has moved to since the last commit, with an unchanged table.
  private func noteMovedVersion() async throws {
    guard let truth = truths.newest, let version = try await subject.version() else { return }
    try truths.note(truth, at: version)
  }
}

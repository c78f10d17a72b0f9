import Sectional

extension LawSuite {
  /// Checks that a list as new as the store shows what the store holds, and that it reported how it got there.
  @discardableResult func checkNewest() throws -> [DeliveryRecorder.Delivery] {
    let deliveries = try checkEvents(recorder.take())
    guard let truth = truths.newest else { return deliveries }
    let results = controller.results
    let known = held
    held = HeldPicture(results)
    let expected = plan.counted(results, of: truth)
    try demand(held, shows: expected, "the settled list", .fresh)
    try advance(through: [truth]) { shown, _ throws(LawViolation) in
      let shown = shown.contents(newIn: held, since: known)
      try demand(held, shows: shown, "the list after its change sets", .replay)
      guard shown.withoutCells == expected.withoutCells else {
        throw LawViolation(.replay, "the change sets don't lead to what the list shows")
      }
      // What wasn't held may have changed unnoticed.
      return expected
    }
    if let most = plan.extent.mostHeldRows, held.heldIDs.count > most {
      throw LawViolation(
        .consistent, "the list holds \(held.heldIDs.count) rows, more than \(most)")
    }
    if isThorough { try ResultsCheck(results: results, plan: plan, picture: expected).run() }
    truths.forgetOlder()
    try checkReading()
    if !subject.expectsErrors, let error = recorder.error {
      throw LawViolation(.consistent, "the list reported an error that nobody caused: \(error)")
    }
    return deliveries
  }

  /// Checks that a list that counts its rows doesn't read everything again by itself, if its store tells what rows were.
  ///
  /// One with aggregates does so after large transactions, and one whose store only tells that something was written does so
  /// after any commit to another table.
  private func checkReading() throws(LawViolation) {
    let diagnostics = controller.diagnostics
    let readsForOthers = subject.hasVersionsBetweenCommits && subject.hearsOfEveryCommit
    guard plan.extent.isCounted, diagnostics.fullFetches > mostFullFetches, !plan.hasAggregates,
      !readsForOthers
    else { return }
    throw LawViolation(
      .consistent,
      "everything was read \(diagnostics.fullFetches) times: \(diagnostics.fullFetchReason ?? "no reason")"
    )
  }

  /// Checks what the list told, and returns the deliveries.
  @discardableResult func checkEvents(
    _ events: [DeliveryRecorder.Event]
  ) throws(LawViolation) -> [DeliveryRecorder.Delivery] {
    var deliveries: [DeliveryRecorder.Delivery] = []
    for event in events {
      switch event {
      case .change(let delivery):
        try check(delivery)
        deliveries.append(delivery)
      case .load(let load): try check(load)
      }
    }
    return deliveries
  }

  private func check(_ delivery: DeliveryRecorder.Delivery) throws(LawViolation) {
    try advance(through: candidates(at: delivery.version)) { shown, truth throws(LawViolation) in
      try DeliveryCheck(plan: plan, shown: shown, held: held, isThorough: isThorough)
        .run(delivery, leadingTo: truth)
    }
    held = HeldPicture(delivery.changeset.after)
    transitions.note(delivery.changeset, plan.order)
  }

  /// Checks that contents that came without a change are those of the rows.
  private func check(_ load: DeliveryRecorder.Load) throws(LawViolation) {
    let loaded = HeldPicture(load.results)
    try advance(through: candidates(at: load.version)) { shown, truth throws(LawViolation) in
      let expected = plan.counted(load.results, of: truth)
      try demand(loaded, shows: expected, "the list with more contents", .fresh)
      // Rows that were dropped without a word and loaded again are told, too.
      let shown = shown.contents(of: loaded, at: load.paths).contents(newIn: loaded, since: held)
      try demand(loaded, shows: shown, "the list after its change sets", .replay)
      guard loaded.completed(by: shown).withoutCells == shown.withoutCells else {
        throw LawViolation(.consistent, "loading rows changed the list")
      }
      return shown
    }
    held = loaded
    for path in load.paths where load.results.row(ifLoaded: path) == nil {
      throw LawViolation(.consistent, "the row at \(path) isn't loaded")
    }
  }

  /// Replaces what may be shown by what may be shown after an event.
  ///
  /// - Parameters:
  ///   - truths: What the store may have held at the event.
  ///   - step: Checks the event, given what was shown before it and what the store held, and returns what is shown after it.
  /// - Throws: The first violation, if none of them explains the event.
  func advance(
    through truths: [ListPicture],
    _ step: (ListPicture, ListPicture) throws(LawViolation) -> ListPicture
  ) throws(LawViolation) {
    var after: [ListPicture] = []
    var problem: LawViolation?
    for truth in truths {
      for shown in possiblyShown {
        do throws(LawViolation) {
          let next = try step(shown, truth)
          if !after.contains(next) { after.append(next) }
        } catch {
          problem = problem ?? error
        }
      }
    }
    if let problem, after.isEmpty { throw problem }
    possiblyShown = after
  }

  func candidates(at version: String?) throws(LawViolation) -> [ListPicture] {
    try truths.candidates(at: version, besidesCommits: subject.hasVersionsBetweenCommits)
  }

  /// Whether this is one of the steps that check everything in every way, which takes time.
  private var isThorough: Bool { step % 4 == 0 }

  func demand(
    _ held: HeldPicture, shows expected: ListPicture, _ name: String, _ law: LawViolation.Law
  ) throws(LawViolation) {
    if let difference = held.difference(from: expected, calling: name) {
      throw LawViolation(law, difference)
    }
  }
}

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
    shown = shown.contents(newIn: held, since: known)
    try demand(held, shows: shown, "the list after its change sets", .replay)
    guard shown.withoutCells == expected.withoutCells else {
      throw LawViolation(.replay, "the change sets don't lead to what the list shows")
    }
    if let most = plan.extent.mostHeldRows, held.heldIDs.count > most {
      throw LawViolation(
        .consistent, "the list holds \(held.heldIDs.count) rows, more than \(most)")
    }
    // What wasn't held may have changed unnoticed.
    shown = expected
    if isThorough { try ResultsCheck(results: results, plan: plan, picture: shown).run() }
    truths.forgetOlder()
    return deliveries
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
    let check = DeliveryCheck(
      plan: plan, shown: shown, held: held, isThorough: isThorough)
    let changeset = delivery.changeset
    var problem: LawViolation?
    for truth in try candidates(at: delivery.version) {
      do throws(LawViolation) {
        shown = try check.run(delivery, leadingTo: truth)
        held = HeldPicture(changeset.after)
        return transitions.note(changeset, plan.order)
      } catch {
        problem = problem ?? error
      }
    }
    if let problem { throw problem }
  }

  /// Checks that contents that came without a change are those of the rows.
  private func check(_ load: DeliveryRecorder.Load) throws(LawViolation) {
    let loaded = HeldPicture(load.results)
    let truth = try truth(at: load.version, shownBy: loaded)
    let expected = plan.counted(load.results, of: truth)
    try demand(loaded, shows: expected, "the list with more contents", .fresh)
    // Rows that were dropped without a word and loaded again are told, too.
    shown = shown.contents(of: loaded, at: load.paths).contents(newIn: loaded, since: held)
    held = loaded
    try demand(held, shows: shown, "the list after its change sets", .replay)
    guard held.completed(by: shown).withoutCells == shown.withoutCells else {
      throw LawViolation(.consistent, "loading rows changed the list")
    }
    for path in load.paths where load.results.row(ifLoaded: path) == nil {
      throw LawViolation(.consistent, "the row at \(path) isn't loaded")
    }
  }

  private func candidates(at version: String?) throws(LawViolation) -> [ListPicture] {
    try truths.candidates(at: version, besidesCommits: subject.hasVersionsBetweenCommits)
  }

  func truth(
    at version: String?, shownBy held: HeldPicture
  ) throws(LawViolation) -> ListPicture {
    let candidates = try candidates(at: version)
    return candidates.first { truth in
      held.difference(from: plan.counted(controller.results, of: truth), calling: "the list")
        == nil
    } ?? candidates[0]
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

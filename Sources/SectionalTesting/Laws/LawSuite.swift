import Sectional

/// Owns a list over a store under test, follows a history, and checks every delivery against the true rows.
///
/// Transactions are committed one by one. Most of them are awaited, and the others accumulate. Occasionally, the list
/// is fetched again.
public actor LawSuite {
  let subject: any LawSubject
  let plan: HistoryPlan
  /// How long the list may take to show what was committed.
  let bound: Duration

  // State: guarded by the actor, which owns the list. `possiblyShown` is what the last delivery left behind, and `held` is the
  // part of it that the list held. A list at a version that no commit had can be explained by several commits, and only
  // later deliveries tell by which; a list that counts its rows can't tell rows apart that it doesn't hold.
  let controller: ResultsController<StoredRow>
  let recorder: DeliveryRecorder
  /// The lists that are followed beside.
  let beside: ListsBeside
  var truths: KnownTruths
  var possiblyShown = [ListPicture([])]
  var held: HeldPicture
  var isFetched = false
  private(set) var step = 0
  /// How often the list may have read everything.
  var mostFullFetches = 1
  var transitions = TransitionTally()

  /// Creates a suite for a subject whose table is empty.
  public init(
    _ subject: any LawSubject, plan: HistoryPlan, bound: Duration = LawSuite.patience
  ) {
    self.subject = subject
    self.plan = plan
    self.bound = bound
    truths = KnownTruths(withVersions: subject.hasVersions)
    let controller = subject.makeController(plan.request, sectionBy: plan.sectionBy)
    plan.extent.constrain(controller)
    let recorder = DeliveryRecorder()
    controller.changesetDelegate = recorder
    self.controller = controller
    self.recorder = recorder
    beside = ListsBeside(subject, plan, within: bound)
    held = HeldPicture(controller.results)
  }

  /// Follows a history to its end.
  ///
  /// - Parameters:
  ///   - history: The transactions.
  ///   - oneByOne: Whether to await each transaction before the next. Otherwise, some accumulate.
  /// - Throws: ``LawViolation`` with the first law that is broken, and when it happened.
  public func run(
    _ history: some Sequence<ScriptedTransaction>, oneByOne: Bool = false
  ) async throws {
    var generator = SeededGenerator(seed: ~plan.seed)
    var eyes = LookAtRows(plan)
    for transaction in history {
      let letsGather = generator.happens(onceIn: isFetched ? 8 : 2) && !oneByOne
      let fetchesAgain = generator.happens(onceIn: 100)
      try await following(transaction) {
        try await commit(transaction)
        beside.advance()
        try await lookEarly(&eyes)
        if letsGather { return }
        if fetchesAgain || !isFetched { try await fetch() }
        try await settle()
        try await look(&eyes)
      }
    }
    do {
      try await finish()
    } catch let violation as LawViolation {
      throw violation.happening("in history \"\(plan)\", at its end, after step \(step)")
    }
  }

  /// Follows one transaction and waits for the list.
  ///
  /// - Returns: What the list shows afterwards, and what it reported.
  /// - Throws: ``LawViolation`` with the first law that is broken, and when it happened.
  package func advance(_ transaction: ScriptedTransaction) async throws -> LawStep {
    var deliveries: [DeliveryRecorder.Delivery] = []
    try await following(transaction) {
      if !isFetched { try await fetch() }
      try await commit(transaction)
      deliveries = try await settle()
    }
    return LawStep(
      picture: possiblyShown[0], indexTitles: controller.results.sectionIndexTitles,
      changes: deliveries.map { FullForm($0.changeset) },
      updates: deliveries.map(\.changeset.tableUpdates))
  }

  private func finish() async throws {
    if !isFetched { try await fetch() }
    try await settle()
    try await finishCounting()
    try await beside.finish(subject, plan)
    transitions.write(for: subject)
  }

  /// Runs a body and adds to a violation when it happened.
  private func following(
    _ transaction: ScriptedTransaction, _ body: () async throws -> Void
  ) async throws {
    step += 1
    do {
      try await body()
    } catch let violation as LawViolation {
      throw violation.happening(occasion(transaction))
    } catch {
      throw LawViolation(.fresh, "\(error)").happening(occasion(transaction))
    }
  }

  private func occasion(_ transaction: ScriptedTransaction) -> String {
    """
    in history "\(plan)", which Fixtures/histories/seeds.txt can pin, at step \(step), \
    with sections \(plan.order.sections) and sort \(plan.order.sort)
    \(transaction.script)
    """
  }
}

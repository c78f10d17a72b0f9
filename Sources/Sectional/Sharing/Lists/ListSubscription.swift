/// What one owner has of a list that others show, too.
///
/// It knows what the owner shows, and makes the changes that lead from there when the owner asks. Whether the owner is paused,
/// rests after a change or waits for a read is decided by a ``PipelineLifecycle`` of its own, whose looks read no store.
final class ListSubscription: ErasedPipeline {
  private struct State {
    /// What the owner shows.
    var shown: ToldDelivery?
    // What the owner showed before. Releasing a long list takes time that the owner doesn't have.
    var outgoing: ToldDelivery?
    var isPaused = false
    /// Whether the owner waits for an event although nothing has changed, because it held some back.
    var owesEvent = false
    var seat: Seat?
    /// Waits until the next change may come.
    var rest: Task<Void, Never>?
  }

  /// A place among the subscribers, which is left with the last reference to this.
  private final class Seat: Sendable {
    private let membership: Membership<SharedList>
    let number: Int

    init(_ membership: Membership<SharedList>, _ inbox: PipelineInbox) {
      self.membership = membership
      number = membership.thing.join(inbox)
    }

    deinit { membership.thing.leave(number) }
  }

  let list: SharedList
  private let number: Int
  private let inbox: PipelineInbox
  private let minimumInterval: Duration
  // State: guarded by its lock. What leaves it is released after the lock.
  private let state: Locked<State>

  /// Subscribes to a list.
  init(_ membership: Membership<SharedList>, minimumInterval: Duration) {
    let inbox = PipelineInbox(PipelineLifecycle(rests: minimumInterval > .zero), day: nil)
    let seat = Seat(membership, inbox)
    (list, number, self.inbox) = (membership.thing, seat.number, inbox)
    self.minimumInterval = minimumInterval
    state = Locked(State(seat: seat))
  }

  deinit { state.withLock { $0.rest }?.cancel() }

  func open(_ stage: FetchStage) async throws(StoreError) -> ResultsDelivery {
    let step = try await list.open(for: number)
    // What concerns later events.
    var postponed: PipelineInbox.Failure?
    defer { if let postponed { inbox.fail(postponed.error, step: postponed.step) } }
    while true {
      // The read is demanded already. Who waited here would have the list read once more.
      switch await inbox.step(on: nil) {
      case .turn, .end: throw StoreError(.cancelled, "the fetch was cancelled")
      case .report(let failure):
        postponed = failure
        if let first = first(of: step) { return first }
        // Others may have been told of an earlier read that failed.
        guard list.canBeJoined, failure.step ?? 0 < step else { throw failure.error }
      case .look:
        inbox.send(.confirmed)
        if let first = first(of: step) { return first }
      }
    }
  }

  /// Returns what the owner shows first, once the list has been read for it.
  private func first(of step: Int) -> ResultsDelivery? {
    guard let newest = list.newest, newest.delivery.step >= step else { return nil }
    state.withLock { $0.shown = newest }
    return newest.delivery.asFirst
  }

  // Not on the owner, because this releases what the owner showed.
  @concurrent func next() async -> ResultsEvent? {
    _ = state.withLock { state in
      defer { state.outgoing = nil }
      return state.outgoing
    }
    while true {
      switch await nextStep() {
      case .report(let failure): if let event = await report(failure) { return event }
      case .look: if let delivery = await take() { return .delivered(delivery) }
      case .turn: inbox.send(.confirmed)
      case .end:
        _ = await end()
        return nil
      }
    }
  }

  private func nextStep() async -> PipelineInbox.Step {
    list.wait(number, true)
    defer { list.wait(number, false) }
    return await inbox.step(on: nil)
  }

  /// Returns the event of a failure, or of an earlier read that the owner doesn't know of; `nil` if a later read succeeded.
  private func report(_ failure: PipelineInbox.Failure) async -> ResultsEvent? {
    guard let step = failure.step else { return .failed(failure.error, step: nil) }
    let (shown, isPaused) = state.withLock { ($0.shown, $0.isPaused) }
    let newest = list.newest
    let isOver = newest.map { $0.delivery.step > step } ?? false
    // An owner that is paused may wait for this read, and is told of no other.
    if !isPaused || isOver, newest?.number != shown?.number, let delivery = await take() {
      if delivery.step < step { inbox.fail(failure.error, step: step) }
      return .delivered(delivery)
    }
    return isOver ? nil : .failed(failure.error, step: step)
  }

  /// Returns what leads from what the owner shows to the newest state; `nil` if the owner has it already.
  private func take() async -> ResultsDelivery? {
    let (shown, owesEvent) = state.withLock { state in
      defer { state.owesEvent = false }
      return (state.shown, state.owesEvent)
    }
    guard let shown, let (newest, known, tags) = list.news(since: shown.state),
      newest.number > shown.number || owesEvent
    else {
      inbox.send(.confirmed)
      return nil
    }
    var delivery = newest.delivery
    delivery.changes =
      if let known { known } else { await list.comparison.changes(from: shown, to: newest) }
    delivery.tags = delivery.changes.isEmpty ? .empty : tags
    switch newest.number - shown.number {
    case 0: delivery.rowChanges = ListChanges()
    case 1: break
    default: delivery.rowChanges = nil
    }
    state.withLock { ($0.outgoing, $0.shown) = (shown, newest) }
    if inbox.send(delivery.changes.isEmpty ? .confirmed : .delivered).contains(.rest) { rest() }
    return delivery
  }

  private func rest() {
    list.rest(number, true)
    let task = Task { [minimumInterval, list, number, inbox] in
      guard (try? await Task.sleep(for: minimumInterval)) != nil else { return }
      list.rest(number, false)
      inbox.send(.rested)
    }
    let ended = state.withLock { state in
      // Nobody waits for it any longer once the list was left.
      guard state.seat != nil else { return task as Optional }
      defer { state.rest = task }
      return state.rest
    }
    ended?.cancel()
  }

  // Not on the owner, because this compares lists.
  @concurrent func changes(from list: PresentedList) async -> RowListDiff {
    state.withLock { $0.shown }?.delivery.list.displayed(list.display).changes(from: list)
      ?? RowListDiff()
  }

  func demand(loading rows: WantedRows) async -> Int { await list.demand(by: number) }

  /// Does nothing: all contents are in memory.
  func load(_ rows: WantedRows) {}

  func rowsWithContents() -> [RowKey] { [] }

  func pause(_ pauses: Bool) {
    state.withLock { ($0.isPaused, $0.owesEvent) = (pauses, !pauses) }
    // The next read resumes it.
    list.pause(number, pauses)
    if pauses { inbox.send(.paused) }
  }

  func close() {
    inbox.send(.closed)
    let (seat, rest) = state.withLock { state in
      defer { (state.seat, state.rest) = (nil, nil) }
      return (state.seat, state.rest)
    }
    rest?.cancel()
    withExtendedLifetime(seat) {}
  }

  func end() async -> ResultsDiagnostics {
    close()
    return await list.ended() ?? ResultsDiagnostics()
  }

  /// Ends it; there is no section cache.
  func abandon() { close() }
}

extension ResultsDelivery {
  /// Returns a delivery of the same list to one that showed nothing before.
  fileprivate var asFirst: ResultsDelivery {
    var first = self
    (first.changes, first.tags) = (RowListDiff(), .empty)
    return first
  }
}

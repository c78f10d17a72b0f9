import Sectional

/// Listens on a connection of its own to the notifications of tables that have them, and rings for those tables.
///
/// It connects when there is something to listen to and somebody who wants to know, and again when it lost the server.
/// It is the poll's hint that nothing has to be asked often.
final class PostgresListener: PollHints {
  private struct State {
    var users = 0
    var task: Task<Void, Never>?
    /// The tables that notify, by name, with the numbers of their channels.
    var channels: [String: UInt32] = [:]
    /// What is listened to now.
    var heard: Set<UInt32> = []
    /// Why nothing is heard, while that is so.
    var trouble: StoreError?
    /// Whether the poll was told that it needs not ask often.
    var isRelied = false

    var wanted: Set<UInt32> { Set(channels.values) }

    /// Whether changes of some tables are heard of; nothing stands for any table.
    func hears(_ tables: Set<String>?) -> Bool {
      guard let tables, !tables.isEmpty else { return false }
      return tables.allSatisfy { table in channels[table].map(heard.contains) ?? false }
    }
  }

  // State: guarded by its lock.
  private let state = Locked(State())
  private let doorbells: DoorbellRegistry
  private let wakeSignal: WakeSignal
  private let pingInterval: Duration
  private let connect: @Sendable () async throws -> PostgresConnection
  private let notify: @Sendable (String) async throws -> Void

  /// Makes a listener that does not listen yet.
  ///
  /// - Parameters:
  ///   - doorbells: Who is told.
  ///   - wakeSignal: Rung when it hears more, or less, than before.
  ///   - pingInterval: How often the connection is looked after.
  ///   - connect: Makes the connection.
  ///   - notify: Notifies a channel, on another connection.
  init(
    ringing doorbells: DoorbellRegistry, wakeSignal: WakeSignal,
    pingingEvery pingInterval: Duration,
    connecting connect: @escaping @Sendable () async throws -> PostgresConnection,
    notifying notify: @escaping @Sendable (String) async throws -> Void
  ) {
    self.doorbells = doorbells
    self.wakeSignal = wakeSignal
    self.pingInterval = pingInterval
    self.connect = connect
    self.notify = notify
  }

  /// Whether every change that matters to anybody is notified.
  var areComing: Bool {
    let tables = doorbells.tables
    return state.withLock { state in
      state.isRelied = state.hears(tables)
      return state.isRelied
    }
  }

  /// Why changes are heard of later than they could be; nothing while they aren't.
  var trouble: StoreError? { state.withLock { $0.trouble } }

  /// Notes which tables notify, with the numbers of their channels, and which don't; done after each look at the server, so
  /// that the poll hears at once when it has to ask often again.
  func note(_ tables: [String: UInt32?]) {
    let watched = doorbells.tables
    let isNews = state.withLock { state in
      let before = state.channels
      for (name, channel) in tables { state.channels[name] = channel }
      start(&state)
      return state.channels != before || (state.isRelied && !state.hears(watched))
    }
    if isNews { wakeSignal.signal() }
  }

  /// Listens as long as anybody wants to know.
  func join() {
    state.withLock { state in
      state.users += 1
      start(&state)
    }
  }

  /// Ends it, with the last who leaves.
  func leave() {
    state.withLock { state in
      state.users -= 1
      guard state.users == 0 else { return }
      state.task?.cancel()
      state.task = nil
      state.heard = []
      state.trouble = nil
      // Who follows next finds out for itself.
      state.channels = [:]
    }
  }

  private func start(_ state: inout State) {
    guard state.task == nil, state.users > 0, !state.channels.isEmpty else { return }
    state.task = Task { [weak self] in await PostgresListener.run { self } }
  }

  /// Connects, listens, and does so again, as long as there is a listener.
  private static func run(_ listener: @Sendable () -> PostgresListener?) async {
    var schedule = ReconnectSchedule()
    var generator = SystemRandomNumberGenerator()
    while !Task.isCancelled, let (connect, notify) = listener().map({ ($0.connect, $0.notify) }) {
      var began: ContinuousClock.Instant?
      do {
        let connection = try await connect()
        try await connection.beginListening(notifying: notify)
        began = .now
        try await listen(on: connection, listener)
      } catch {
        let error = StoreError(wrapping: error)
        listener()?.lose(error)
        // A server that ends it right away is not asked all the time.
        if let began, began.duration(to: .now) > .seconds(1) { schedule.succeed() }
        // What is between here and the server will hardly be another one soon.
        if error.code == .unsupported { try? await Task.sleep(for: .seconds(600)) }
      }
      try? await Task.sleep(for: schedule.next(using: &generator))
    }
  }

  private static func listen(
    on connection: PostgresConnection, _ listener: @Sendable () -> PostgresListener?
  ) async throws {
    var heard: Set<UInt32> = []
    while !Task.isCancelled, let self = listener() {
      let wanted = self.state.withLock { $0.wanted }
      let missing = wanted.subtracting(heard)
      if !missing.isEmpty {
        try await connection.listen(to: missing)
        heard.formUnion(missing)
        self.hear(heard)
      }
      let end = ContinuousClock.now + self.pingInterval
      try await connection.hear(until: end, while: { self.isListening(toAll: heard) }, self.ring)
      try await connection.ping(expecting: heard.count)
    }
  }

  private func isListening(toAll heard: Set<UInt32>) -> Bool {
    state.withLock { $0.wanted.isSubset(of: heard) && $0.users > 0 }
  }

  /// What was committed before it listened nobody rang for.
  private func hear(_ heard: Set<UInt32>) {
    state.withLock { state in
      guard !Task.isCancelled else { return }
      state.heard = heard
      state.trouble = nil
    }
    wakeSignal.signal()
    ring(heard)
  }

  private func lose(_ error: StoreError) {
    state.withLock { state in
      guard !Task.isCancelled else { return }
      state.heard = []
      state.trouble = error
    }
    wakeSignal.signal()
  }

  private func ring(_ channels: Set<UInt32>) {
    let names = state.withLock { state in
      state.channels.filter { channels.contains($0.value) }.map(\.key)
    }
    let touched = Dictionary(uniqueKeysWithValues: names.map { ($0, TouchedColumns.all) })
    if !touched.isEmpty { doorbells.ring(.some(touched)) }
  }
}

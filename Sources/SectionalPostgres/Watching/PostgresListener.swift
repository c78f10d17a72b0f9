import Sectional

/// Listens on its own connection for the notifications of tables that have them, and rings the doorbells of those
/// tables.
///
/// It connects when a table notifies and a list follows changes, and again when it has lost the server. It is the
/// poll's hint source, which makes frequent polling unnecessary.
final class PostgresListener: PollHints {
  private struct State {
    var users = 0
    var isClosed = false
    var task: Task<Void, Never>?
    /// The channel numbers of the tables that notify, by table name.
    var channels: [String: UInt32] = [:]
    /// The channels that are being listened to.
    var heard: Set<UInt32> = []
    /// The reason why nothing is heard, or `nil` if there is no trouble.
    var trouble: StoreError?
    /// Whether the poll was told that it need not poll often.
    var isRelied = false

    var wanted: Set<UInt32> { Set(channels.values).subtracting([ChangeChannel.ofViews]) }

    /// Returns whether changes of all given tables are heard, which they aren't for `nil`, which stands for any table.
    func hears(_ tables: Set<String>?) -> Bool {
      guard let tables, !tables.isEmpty else { return false }
      return tables.allSatisfy(hears)
    }

    func hears(_ table: String) -> Bool {
      channels[table].map { $0 == ChangeChannel.ofViews || heard.contains($0) } ?? false
    }
  }

  // State: guarded by its lock.
  private let state = Locked(State())
  private let doorbells: DoorbellRegistry
  private let wakeSignal: WakeSignal
  private let pingInterval: Duration
  private let connect: @Sendable () async throws -> PostgresConnection
  private let notify: @Sendable (String) async throws -> Void

  /// Creates a listener that isn't listening yet.
  ///
  /// - Parameters:
  ///   - doorbells: The doorbells to ring.
  ///   - wakeSignal: Signaled when the listener hears more or fewer changes than before.
  ///   - pingInterval: How often the connection is checked.
  ///   - connect: Creates the connection.
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

  /// Whether notifications report every change that any list depends on.
  var areComing: Bool {
    let tables = doorbells.tables
    return state.withLock { state in
      state.isRelied = state.hears(tables)
      return state.isRelied
    }
  }

  /// Returns the tables whose changes aren't heard.
  func unheard(among tables: Set<String>) -> Set<String> {
    state.withLock { state in tables.filter { !state.hears($0) } }
  }

  /// The reason why changes are noticed later than they could be, or `nil` if they aren't.
  var trouble: StoreError? { state.withLock { $0.trouble } }

  /// Notes which tables notify, with their channel numbers, and which don't, after each read from the server, so that
  /// the poll learns at once when it must poll often again.
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

  /// Listens as long as anyone follows changes.
  func join() {
    state.withLock { state in
      state.users += 1
      start(&state)
    }
  }

  /// Stops listening when the last follower leaves.
  func leave() {
    state.withLock { state in
      state.users -= 1
      guard state.users == 0 else { return }
      state.task?.cancel()
      state.task = nil
      state.heard = []
      state.trouble = nil
      // The next follower finds out for itself which tables notify.
      state.channels = [:]
    }
  }

  /// Stops listening for good.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.task?.cancel()
      state.task = nil
      state.heard = []
    }
  }

  private func start(_ state: inout State) {
    guard state.task == nil, state.users > 0, !state.isClosed, !state.wanted.isEmpty else {
      return
    }
    state.task = Task { [weak self] in await PostgresListener.run { self } }
  }

  /// Connects and listens, again and again, as long as the listener exists.
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
        // A server that closes the connection right away isn't contacted all the time.
        if let began, began.duration(to: .now) > .seconds(1) { schedule.succeed() }
        // An intermediary between here and the server is unlikely to change soon.
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

  /// Rings for the channels, because nothing rang for what was committed before the connection listened to them.
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
    if !names.isEmpty { doorbells.ring(TableRegion(allColumnsOf: names)) }
  }
}

import Dispatch
import Sectional
import SectionalCPostgres

extension PostgresConnection {
  /// How long a notification from another connection may take.
  private static let probePatience = Duration.seconds(2)
  /// How long the answer to a look may take.
  private static let pingPatience = Duration.seconds(5)

  /// Makes the session one that may wait for long, and makes sure that notifications of others come through.
  ///
  /// One's own come through a pooler of transactions too, as long as the transaction lasts.
  ///
  /// - Parameter notify: Notifies a channel, on another connection.
  /// - Throws: `StoreError` with code `unsupported` when they don't, as with a pooler that has no sessions, and what
  ///   notifying throws.
  func beginListening(notifying notify: (String) async throws -> Void) async throws {
    let channel = "sectional_probe_\(UInt64.random(in: 0 ... .max))"
    try await answering(within: PostgresConnection.pingPatience) { () async throws(StoreError) in
      try await run(
        """
        SELECT pg_catalog.set_config(s.name, '0', false) FROM pg_catalog.pg_settings s
        WHERE s.name \(PostgresCatalog.equal) 'idle_session_timeout';
        SELECT pg_catalog.set_config('application_name', pg_catalog.concat(
          pg_catalog.left(pg_catalog.current_setting('application_name'), 50), ' listener'), false)
        """)
      try await run("LISTEN \(channel)")
    }
    try await notify(channel)
    let deadline = ContinuousClock.now + PostgresConnection.probePatience
    while try !notifiedChannels().contains(channel) {
      guard ContinuousClock.now < deadline else {
        throw isDirect
          ? StoreError(.connectionLost, "a notification did not come in time")
          : StoreError(
            .unsupported,
            "notifications don't come through, as with a pooler of transactions; connect to the server "
              + "itself, or follow by polling")
      }
      await wait(for: .reading)
    }
    try await run("UNLISTEN \(channel)")
  }

  /// Listens to the channels of some tables; whatever is committed from its return on is heard of.
  func listen(to tables: Set<UInt32>) async throws(StoreError) {
    let statements = tables.sorted().map { "LISTEN \(ChangeChannel.name(of: $0))" }
    try await answering(within: PostgresConnection.pingPatience) { () async throws(StoreError) in
      try await run(statements.joined(separator: "; "))
    }
  }

  /// Tells of notifications until some time, or until something else is to be listened to.
  ///
  /// Between two of them no task waits: the socket's events come on the connection's own queue, where the lists that they
  /// wake are updated too.
  func hear(
    until end: ContinuousClock.Instant, while isWanted: () -> Bool,
    _ ring: @escaping @Sendable (Set<UInt32>) -> Void
  ) async throws(StoreError) {
    let wakeSignal = WakeSignal()
    let source = DispatchSource.makeReadSource(
      fileDescriptor: unsafe PQsocket(handle.pointer), queue: queue.queue)
    source.setEventHandler {
      self.assumeIsolated { connection in
        if !connection.tell(ring) { wakeSignal.signal() }
      }
    }
    source.activate()
    defer { source.cancel() }
    // What came with the answers before is there already.
    while tell(ring), ContinuousClock.now < end, isWanted(), !Task.isCancelled {
      _ = await wakeSignal.wait(atMost: .seconds(1))
    }
    guard !Task.isCancelled else { throw .cancelledWork }
    guard unsafe PQstatus(handle.pointer) == CONNECTION_OK else { throw handle.loss }
  }

  /// Tells of the notifications that have come.
  ///
  /// - Returns: Whether more can come.
  private func tell(_ ring: (Set<UInt32>) -> Void) -> Bool {
    guard let channels = try? notifiedChannels() else { return false }
    let tables = Set(channels.compactMap(ChangeChannel.table))
    if !tables.isEmpty { ring(tables) }
    return true
  }

  /// Makes sure that the server still answers, and knows what is listened to.
  func ping(expecting channels: Int) async throws(StoreError) {
    var count = 0
    try await answering(within: PostgresConnection.pingPatience) { () async throws(StoreError) in
      try await rows(script: "SELECT pg_catalog.count(*) FROM pg_catalog.pg_listening_channels()") {
        row in
        count = row.text(at: 0).flatMap { Int($0) } ?? 0
      }
    }
    guard count == channels else {
      throw StoreError(
        .connectionLost, "the server forgot that it was listened to; it is connected to again")
    }
  }

  /// Takes the notifications that have come.
  private func notifiedChannels() throws(StoreError) -> Set<String> {
    let isConnected = unsafe PQconsumeInput(handle.pointer) == 1
    var channels: Set<String> = []
    while let notification = unsafe PQnotifies(handle.pointer) {
      channels.insert(unsafe String(cString: notification.pointee.relname))
      unsafe PQfreemem(notification)
    }
    // What came before a loss still counts.
    guard isConnected || !channels.isEmpty else { throw handle.loss }
    return channels
  }
}

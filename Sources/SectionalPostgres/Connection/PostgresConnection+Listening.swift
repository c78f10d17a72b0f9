import Dispatch
import Sectional
import SectionalCPostgres

extension PostgresConnection {
  /// How long to wait for a notification from another connection.
  private static let probePatience = Duration.seconds(2)
  /// How long to wait for the answer to a ping.
  private static let pingPatience = Duration.seconds(5)

  /// Prepares the session for long waits, and checks that notifications from other connections arrive.
  ///
  /// Behind a pooler nothing is set and nothing is listened to, not even to find out whether notifications arrive: it
  /// would stay in a session that others use next.
  ///
  /// - Parameter notify: Notifies a channel, on another connection.
  /// - Throws: `StoreError` with code `unsupported` if the session may not be this connection's own, and what `notify`
  ///   throws.
  func beginListening(notifying notify: (String) async throws -> Void) async throws {
    guard session.isDirect else {
      throw StoreError(
        .unsupported,
        "a pooler is between this program and the server, and its sessions are others' too; connect to the server "
          + "directly, or follow by polling")
    }
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
        throw StoreError(.connectionLost, "a notification did not arrive in time")
      }
      await wait(for: .reading)
    }
    try await run("UNLISTEN \(channel)")
  }

  /// Listens to the channels of some tables; everything that is committed after it returns is reported.
  func listen(to tables: Set<UInt32>) async throws(StoreError) {
    let statements = tables.sorted().map { "LISTEN \(ChangeChannel.name(of: $0))" }
    try await answering(within: PostgresConnection.pingPatience) { () async throws(StoreError) in
      try await run(statements.joined(separator: "; "))
    }
  }

  /// Reports notifications until a given time, or until other channels must be listened to.
  ///
  /// No task waits between notifications: the socket's events arrive on the connection's own queue, where the lists
  /// that they wake are also updated.
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
    // Notifications that arrived with earlier results are already available.
    while tell(ring), ContinuousClock.now < end, isWanted(), !Task.isCancelled {
      _ = await wakeSignal.wait(atMost: .seconds(1))
    }
    guard !Task.isCancelled else { throw .cancelledWork }
    guard unsafe PQstatus(handle.pointer) == CONNECTION_OK else { throw handle.loss }
  }

  /// Reports the notifications that have arrived.
  ///
  /// - Returns: Whether more can arrive.
  private func tell(_ ring: (Set<UInt32>) -> Void) -> Bool {
    guard let channels = try? notifiedChannels() else { return false }
    let tables = Set(channels.compactMap(ChangeChannel.table))
    if !tables.isEmpty { ring(tables) }
    return true
  }

  /// Checks that the server still answers, and that the session still listens to the expected number of channels.
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
        .connectionLost,
        "the server no longer has the listener's channels; the listener connects again")
    }
  }

  /// Removes and returns the channels of the notifications that have arrived.
  private func notifiedChannels() throws(StoreError) -> Set<String> {
    let isConnected = unsafe PQconsumeInput(handle.pointer) == 1
    var channels: Set<String> = []
    while let notification = unsafe PQnotifies(handle.pointer) {
      channels.insert(unsafe String(cString: notification.pointee.relname))
      unsafe PQfreemem(notification)
    }
    // Notifications that arrived before the connection was lost still count.
    guard isConnected || !channels.isEmpty else { throw handle.loss }
    return channels
  }
}

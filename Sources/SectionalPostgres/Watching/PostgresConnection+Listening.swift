import CPostgres
import Sectional

extension PostgresConnection {
  /// How long a notification to oneself may take.
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
        SELECT set_config(name, '0', false) FROM pg_settings WHERE name = 'idle_session_timeout';
        SELECT set_config('application_name', left(current_setting('application_name'), 50) || ' listener', false)
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

  /// Tells of notifications until some time, or the next one that changes what is listened to.
  func hear(
    until end: ContinuousClock.Instant, while isWanted: () -> Bool, _ ring: (Set<UInt32>) -> Void
  ) async throws(StoreError) {
    while ContinuousClock.now < end, isWanted() {
      guard !Task.isCancelled else { throw .cancelledWork }
      let tables = Set(try notifiedChannels().compactMap(ChangeChannel.table))
      guard tables.isEmpty else {
        ring(tables)
        continue
      }
      await wait(for: .reading)
    }
  }

  /// Makes sure that the server still answers, and knows what is listened to.
  func ping(expecting channels: Int) async throws(StoreError) {
    var count = 0
    try await answering(within: PostgresConnection.pingPatience) { () async throws(StoreError) in
      try await rows(script: "SELECT count(*) FROM pg_listening_channels()") { row in
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

import Sectional

/// Everything that rings for lists over one server: notifications where tables have them, and a poll.
final class PostgresWatch: Sendable {
  private let poll: StorePoll
  private let listener: PostgresListener?
  private let pollInterval: Duration

  /// Makes a watch that is not running yet.
  ///
  /// - Parameters:
  ///   - settings: How changes are followed.
  ///   - doorbells: Who is told.
  ///   - pool: The connections on which the server is asked.
  ///   - connect: Makes a connection to listen on.
  init(
    _ settings: Settings, ringing doorbells: DoorbellRegistry,
    asking pool: ResourcePool<PostgresConnection>,
    connecting connect: @escaping @Sendable () async throws -> PostgresConnection
  ) {
    let wakeSignal = WakeSignal()
    let seenState = PostgresPositionWatch(of: pool)
    let listener =
      settings.following == .notifications
      ? PostgresListener(
        ringing: doorbells, wakeSignal: wakeSignal, pingingEvery: settings.checkInterval,
        connecting: connect,
        notifying: { channel in try await pool.use { _ = try await $0.run("NOTIFY \(channel)") } })
      : nil
    self.listener = listener
    pollInterval = settings.pollInterval
    poll = StorePoll(
      every: settings.pollInterval,
      withHintsEvery: max(settings.checkInterval, settings.pollInterval),
      ringing: doorbells, hintedBy: wakeSignal,
      startingHints: { listener?.areComing == true ? listener : nil },
      asking: { await seenState.hasChanged() })
  }

  /// How changes are followed, and how often is asked.
  struct Settings: Sendable {
    let following: PostgresFollowing
    let pollInterval: Duration
    let checkInterval: Duration
  }

  /// Rings a doorbell once, and again when something may have changed, until cancelled.
  func serve(_ doorbell: Doorbell) async throws {
    listener?.join()
    defer { listener?.leave() }
    try await poll.serve(doorbell)
  }

  /// Notes which tables notify, with the numbers of their channels, and which don't.
  func note(_ tables: [String: UInt32?]) { listener?.note(tables) }

  /// Why changes are heard of later than they could be.
  var delay: String? {
    listener?.trouble.map { error in
      "notifications don't come, so the server is asked every \(pollInterval): \(error.message)"
    }
  }
}

/// How lists hear of changes that others make.
public enum PostgresFollowing: String, Sendable, Hashable, CaseIterable {
  /// By notifications where a table's change log has them, on a connection of their own; the server is asked besides.
  case notifications
  /// By asking the server at an interval.
  case polling
}

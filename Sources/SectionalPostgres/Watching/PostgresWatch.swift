import Sectional

/// Everything that rings for lists over one server: notifications, if tables have them, and a poll.
final class PostgresWatch: Sendable {
  private let poll: StorePoll
  private let listener: PostgresListener?
  private let pollInterval: Duration
  /// Whether the limit of connections leaves none for notifications.
  private let lacksListener: Bool

  /// Creates a watch that isn't running yet.
  ///
  /// - Parameters:
  ///   - settings: How changes are followed.
  ///   - doorbells: The doorbells to ring.
  ///   - pool: The connections for polling the server.
  ///   - connect: Creates a connection to listen on.
  init(
    _ settings: Settings, ringing doorbells: DoorbellRegistry,
    asking pool: ResourcePool<PostgresConnection>,
    connecting connect: @escaping @Sendable () async throws -> PostgresConnection
  ) {
    let wakeSignal = WakeSignal()
    let seenState = PostgresPositionWatch(of: pool)
    let listener =
      settings.hasListener
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
      asking: { await seenState.changedRegion(among: $0) })
    lacksListener = settings.following == .notifications && !settings.hasListener
  }

  /// How changes are followed, and how often the server is polled.
  struct Settings: Sendable {
    let following: PostgresFollowing
    let hasListener: Bool
    let pollInterval: Duration
    let checkInterval: Duration
  }

  /// Rings a doorbell once, and again whenever something may have changed, until the task is cancelled.
  func serve(_ doorbell: Doorbell) async throws {
    listener?.join()
    defer { listener?.leave() }
    try await poll.serve(doorbell)
  }

  /// Notes which tables notify, with their channel numbers, and which don't.
  func note(_ tables: [String: UInt32?]) { listener?.note(tables) }

  /// Returns the tables whose changes don't come as notifications.
  func unheard(among tables: Set<String>) -> Set<String> {
    listener.map { $0.unheard(among: tables) } ?? tables
  }

  /// Stops listening for good.
  func close() { listener?.close() }

  /// The reason why changes are noticed later than they could be, or `nil` if they aren't.
  var delay: String? {
    if lacksListener {
      return
        "a limit of one connection leaves none for notifications, so the server is asked every "
        + "\(pollInterval)"
    }
    return listener?.trouble.map { error in
      "notifications don't arrive, so the server is asked every \(pollInterval): \(error.message)"
    }
  }
}

/// How lists learn of changes that others make.
public enum PostgresFollowing: String, Sendable, Hashable, CaseIterable {
  /// Through notifications, on a separate connection, if a table's change log sends them; the server is polled as well.
  case notifications
  /// By polling the server at an interval.
  case polling
}

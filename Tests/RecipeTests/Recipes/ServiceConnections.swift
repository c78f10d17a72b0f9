import Sectional

/// A connection to a service that several programs write to.
struct ServiceConnection: Sendable {
  /// Whether the connection can be used again.
  var isOpen: Bool { true }

  /// Returns whether the service answers.
  func ping() async -> Bool { true }
}

/// Lends connections to a service, and asks it once a minute whether something was written.
final class ServiceConnections: Sendable {
  let poll: StorePoll
  private let wakeSignal = WakeSignal()
  private let pool: ResourcePool<ServiceConnection>

  init(ringing doorbells: DoorbellRegistry) {
    poll = StorePoll(every: .seconds(60), ringing: doorbells, hintedBy: wakeSignal) { _ in
      .everything
    }
    pool = ResourcePool(
      atMost: 4, keepingFor: .seconds(30), make: { ServiceConnection() },
      isUsable: { $0.isOpen }, makeReady: { await $0.ping() })
  }

  func read<Output: Sendable>(
    _ body: (ServiceConnection) async throws -> Output
  ) async throws -> Output {
    try await pool.use(body)
  }

  /// Makes the poll ask now, because the service says that something was written.
  func noteWrite() { wakeSignal.signal() }

  func close() { pool.close() }
}

import Foundation

/// Drops databases one after another while tests run.
///
/// The process waits for the queue before it exits.
final class DropQueue: Sendable {
  static let shared = DropQueue()

  private let queue = DispatchQueue(label: "sectional.testing.drops")

  private init() {
    atexit {
      DatabasePool.shared.dropAll()
      DropQueue.shared.queue.sync {}
    }
  }

  func drop(_ database: String, on server: String) {
    queue.async {
      _ = try? PostgresSession.wait(
        for: "DROP DATABASE IF EXISTS \(database) WITH (FORCE)", in: server)
    }
  }
}

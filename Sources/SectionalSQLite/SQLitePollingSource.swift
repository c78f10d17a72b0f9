import Sectional

/// Asks the file at an interval whether another connection committed.
///
/// It knows that something changed, not what: every change is answered by reading everything.
struct SQLitePollingSource: ChangeSource {
  typealias Source = SQLiteStore

  let store: SQLiteStore

  func run(_ doorbell: Doorbell) async throws {
    let number = store.doorbells.add(doorbell)
    defer { store.doorbells.remove(number) }
    store.poll.join()
    defer { store.poll.leave() }
    doorbell()
    // The poll rings; there is nothing to do here but to stay until cancelled.
    while true { try await Task.sleep(for: .seconds(3600)) }
  }

  func version(_ reader: SQLiteReader) async throws -> SQLiteVersion? {
    try await reader.connection.version()
  }

  func changes(
    of tables: Set<String>, since version: SQLiteVersion, _ reader: SQLiteReader
  ) async throws -> ChangedKeys {
    .everything(reason: "another connection wrote to the file")
  }
}

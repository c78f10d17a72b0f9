import Sectional

/// Asks the file at an interval whether another connection committed.
///
/// It knows that something changed, not what: every change is answered by reading everything.
struct SQLitePollingSource: ChangeSource {
  typealias Source = SQLiteStore

  let store: SQLiteStore
  let interval: Duration

  func run(_ doorbell: Doorbell) async throws {
    let number = store.doorbells.add(doorbell)
    defer { store.doorbells.remove(number) }
    var last: Int64?
    while true {
      let current = try await store.connection.currentDataVersion()
      // Without a number the file has moved, which only a read can mend.
      if current == nil || current != last { doorbell() }
      last = current
      try await Task.sleep(for: interval)
    }
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

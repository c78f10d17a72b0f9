/// Knows every write to a memory store, row by row.
struct MemoryChangeSource: ChangeSource {
  typealias Source = MemoryStore

  let store: MemoryStore

  func run(_ doorbell: Doorbell) async throws {
    let number = store.doorbells.add(doorbell)
    defer { store.doorbells.remove(number) }
    doorbell()
    // Writers ring; there is nothing to do here but to stay until cancelled.
    while true { try await Task.sleep(for: .seconds(3600)) }
  }

  func version(_ reader: MemoryReader) async throws -> Int? { reader.state.version }

  func changes(
    of tables: Set<String>, since version: Int, _ reader: MemoryReader
  ) async throws -> ChangedKeys {
    reader.state.log.changes(of: tables, since: version)
  }
}

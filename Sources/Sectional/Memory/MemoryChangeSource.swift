/// Knows every write to a memory store, row by row.
struct MemoryChangeSource: ChangeSource {
  typealias Source = MemoryStore

  let store: MemoryStore

  func run(_ doorbell: Doorbell) async throws {
    try await store.doorbells.serve(doorbell)
  }

  func version(_ reader: MemoryReader) async throws -> Int? { reader.state.version }

  func changes(
    of tables: Set<String>, since version: Int, _ reader: MemoryReader
  ) async throws -> ChangedKeys {
    reader.state.log.changes(of: tables, since: Int64(version))
  }
}

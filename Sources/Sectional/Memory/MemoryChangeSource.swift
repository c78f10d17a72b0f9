/// A change source that knows every write to a memory store, row by row.
public struct MemoryChangeSource: ChangeSource {
  /// The type of the store.
  public typealias Store = MemoryStore

  let store: MemoryStore

  /// Rings at each commit that wrote to a table of the doorbell's region.
  public func run(_ doorbell: Doorbell) async throws {
    try await store.doorbells.serve(doorbell)
  }

  /// Returns the rows that were written after a number of commits, and the number of commits by now.
  public func changes(
    in region: TableRegion, since cursor: Int?, _ reader: MemoryReader
  ) async throws -> StoreChanges<Int> {
    let (log, commit) = (reader.state.log, reader.state.version)
    guard let cursor else { return StoreChanges(.nothing, next: commit) }
    return StoreChanges(
      log.changes(in: region, since: Int64(cursor)), next: commit,
      tag: log.tag(of: region, since: Int64(cursor)))
  }
}

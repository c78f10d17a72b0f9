import Sectional

/// A memory store's change source with altered behavior.
struct AlteredSource: ChangeSource {
  typealias Store = MemoryStore
  typealias Cursor = MemoryStore.Source.Cursor

  let base: MemoryStore.Source
  var rings = true
  var hasCursors = true
  /// A function between the source's answers and the list.
  var answer: @Sendable (ChangedRows) throws -> ChangedRows = { $0 }

  func run(_ doorbell: Doorbell) async throws {
    try await base.run(rings ? doorbell : Doorbell {})
  }

  func changes(
    in region: TableRegion, since cursor: Cursor?, _ reader: MemoryReader
  ) async throws -> StoreChanges<Cursor> {
    let changes = try await base.changes(in: region, since: cursor, reader)
    return StoreChanges(
      cursor == nil ? changes.rows : try answer(changes.rows),
      next: hasCursors ? changes.cursor : nil)
  }
}

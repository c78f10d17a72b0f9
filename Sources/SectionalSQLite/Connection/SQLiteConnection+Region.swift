import Dispatch
import Sectional
import SectionalSQL

extension SQLiteConnection {
  /// Returns what may have changed since the last call, or `nil` if nothing can have.
  ///
  /// If the file has a change log, tables whose changes are logged and that it doesn't name haven't changed.
  ///
  /// - Parameter tables: The tables that matter.
  /// - Returns: Those of them that may have changed, or whose lists must look before the log no longer reaches back to their
  ///   places; or everything.
  func changedRegion(among tables: Set<String>) -> TableRegion? {
    guard !isClosed, configuration.access != .immutable, !isResting() else { return nil }
    let before = seen.state
    guard mayHaveChanged() else { return nil }
    guard case .version(_, ofHandle: handleNumber)? = before,
      case .version(_, ofHandle: handleNumber)? = seen.state,
      logged.mayHaveLog || handle.isInWALMode
    else {
      seen.log = nil
      return .everything
    }
    do throws(StoreError) {
      return try handle.withoutWaiting { () throws(StoreError) in
        try loggedRegion(among: tables)
      }
    } catch {
      seen.log = nil
      return .everything
    }
  }

  /// Returns whether the store rests, and makes it look when the rest is over.
  private func isResting() -> Bool {
    let now = ContinuousClock.now
    guard rest.remaining(at: now) > .zero else { return false }
    if let delay = rest.planLook(at: now) {
      let nanoseconds = Int(delay / .nanoseconds(1))
      DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [hint] in
        hint.signal()
      }
    }
    return true
  }

  /// Reads the log in a separate transaction.
  ///
  /// The transaction may see later commits than the check did. What these changed is in the result too.
  private func loggedRegion(among tables: Set<String>) throws(StoreError) -> TableRegion {
    try handle.execute("BEGIN")
    defer { try? handle.execute("ROLLBACK") }
    let schema = try handle.integer("PRAGMA schema_version")
    let (before, position) = (seen.log, try logged.position(on: handle, schema: schema))
    let file = handle.followedFile
    seen.log = position.flatMap { position in
      file.map { SeenFacts.Log(position: position, file: $0, schema: schema) }
    }
    guard let before, before.schema == schema, let position,
      file?.continues(before.file) == true,
      var changed = try handle.loggedTables(since: before.position)
    else { return .everything }
    for table in tables.subtracting(changed)
    where try !logged.contain([table], on: handle, schema: schema) {
      changed.insert(table)
    }
    var quietTables = before.quietTables
    changed.formUnion(
      quietTables.due(
        among: tables, besides: changed, at: UInt64(clamping: position.number),
        since: UInt64(clamping: before.position.number)))
    seen.log?.quietTables = quietTables
    return TableRegion(allColumnsOf: changed)
  }
}

extension ResultsPipeline {
  /// Reads the store once and makes what it holds the delivery's.
  func step() async throws -> ResultsDelivery {
    let (next, changes, alongside) = try await store.read { reader in
      let version = try await source.version(reader)
      diagnostics.versionChecks += 1
      let (snapshot, changes) = try await snapshot(at: version, reader)
      return (Held(snapshot: snapshot, version: version), changes, try await rowsAlongside(reader))
    }
    held = next
    return ResultsDelivery(
      snapshot: next.snapshot, changes: changes, version: next.version?.description,
      alongside: alongside, diagnostics: diagnostics)
  }

  private func snapshot(
    at version: Source.Version?, _ reader: Source.Reader
  ) async throws -> (RowSnapshot, RowListChanges) {
    if let held, let version, version == held.version { return (held.snapshot, RowListChanges()) }
    let layout = try await reader.layout(of: request)
    guard let held else { return (try await everything(layout, reader), RowListChanges()) }
    switch try await changedKeys(since: held, at: version, layout, reader) {
    case .keys(let keys):
      return try await refresh(keys, of: held.snapshot, reader)
    case .everything(let reason):
      diagnostics.fullFetchReason = reason
      let snapshot = try await everything(layout, reader)
      let keys = snapshot.list.differingKeys(from: held.snapshot.list)
      return (snapshot, snapshot.list.changes(from: held.snapshot.list, among: keys))
    }
  }

  private func changedKeys(
    since held: Held, at version: Source.Version?, _ layout: RowLayout, _ reader: Source.Reader
  ) async throws -> ChangedKeys {
    guard let since = held.version, version != nil else {
      return .everything(reason: "the store's version is unknown")
    }
    guard layout == held.snapshot.layout else {
      return .everything(reason: "the columns changed")
    }
    guard layout.isRowLocal else {
      return .everything(reason: "a row of the list depends on other rows or tables")
    }
    return try await source.changes(of: layout.tables, since: since, reader)
  }

  private func refresh(
    _ keys: Set<RowKey>, of snapshot: RowSnapshot, _ reader: Source.Reader
  ) async throws -> (RowSnapshot, RowListChanges) {
    guard !keys.isEmpty else { return (snapshot, RowListChanges()) }
    let query = try RowQuery(request, layout: snapshot.layout)
    let rows = try await reader.rows(of: query, for: keys)
    diagnostics.rowsRead += rows.count
    var next = snapshot
    next.list = snapshot.list.applying(rows, for: keys)
    return (next, next.list.changes(from: snapshot.list, among: keys))
  }
}

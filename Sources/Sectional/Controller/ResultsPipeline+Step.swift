extension ResultsPipeline {
  /// Reads the store once, and turns the result into a delivery.
  func step() async throws -> ResultsDelivery {
    startedSteps += 1
    let step = startedSteps
    let start = ContinuousClock.now
    let (next, changes, alongside) = try await store.read { reader in
      try await reader.prepare(for: requests)
      let version = try await source.version(reader)
      diagnostics.versionChecks += 1
      diagnostics.delayReason = source.delay
      let (snapshot, changes) = try await snapshot(at: version, reader)
      return (Held(snapshot: snapshot, version: version), changes, try await rowsAlongside(reader))
    }
    let isFirst = held == nil
    outgoing = held?.snapshot
    held = next
    outlined = nil
    listenAgain()
    noteForCache(
      start.duration(to: .now),
      isListNew: !changes.isEmpty || (isFirst && cache?.writtenVersion == nil))
    return ResultsDelivery(
      snapshot: next.snapshot, changes: changes, version: next.version?.description,
      alongside: alongside, diagnostics: diagnostics, step: step)
  }

  private func snapshot(
    at version: Source.Version?, _ reader: Source.Reader
  ) async throws -> (RowSnapshot, RowListDiff) {
    if let held, let version, version == held.version { return (held.snapshot, RowListDiff()) }
    let layout = try await reader.layout(of: request)
    guard let held else {
      try await look(intoCacheFor: query(layout), at: version, reader)
      return (try await everything(layout, reader), RowListDiff())
    }
    switch try await changedKeys(since: held, at: version, layout, reader) {
    case .keys(let keys):
      if let refreshed = try await refresh(keys, of: held.snapshot, reader) { return refreshed }
      diagnostics.fullFetchReason = "rows no longer have unique keys"
    case .everything(let reason):
      diagnostics.fullFetchReason = reason
    }
    let snapshot = try await everything(layout, reader)
    return (snapshot, snapshot.changes(from: held.snapshot))
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
    if case .unknown(let reason) = layout.dependence { return .everything(reason: reason) }
    let changes = try await source.changes(of: layout.tables, since: since, reader)
    if case .keys(let keys) = changes, layout.dependence == .tables, !keys.isEmpty {
      return .everything(reason: "a row of the list depends on other rows or tables")
    }
    return changes
  }

  /// Reads the rows that a change log names.
  ///
  /// - Returns: The new snapshot and its changes, or `nil` if a row has taken over another row's key, which makes it
  ///   necessary to read every row.
  private func refresh(
    _ logged: Set<RowKey>, of snapshot: RowSnapshot, _ reader: Source.Reader
  ) async throws -> (RowSnapshot, RowListDiff)? {
    guard !logged.isEmpty else { return (snapshot, RowListDiff()) }
    let query = try query(snapshot.layout)
    let (rows, (old, work)) = try await read(logged, of: query, in: snapshot, reader)
    diagnostics.rowsRead += rows.count
    do {
      let applied = try snapshot.list.applying(rows.packed, inPlaceOf: old, work)
      diagnostics.work.add(applied.work)
      var next = snapshot
      next.list = applied.list
      return (next, next.list.changes(from: snapshot.list, at: applied.changed))
    } catch .duplicateKey {
      // Reading everything determines which rows they are.
      return nil
    } catch {
      throw StoreError(error, in: snapshot.layout)
    }
  }
}

extension ResultsPipeline {
  typealias FoundRows = ([RankedRow], TreeWork)

  /// Reads the rows that a change log names, and finds their previous versions.
  private func read(
    _ logged: Set<RowKey>, of query: RowQuery, in snapshot: RowSnapshot, _ reader: Source.Reader
  ) async throws -> (RowPacker, FoundRows) {
    // Finding a few rows takes less time than handing that work to another thread.
    guard logged.count > 1000 else {
      return (try await reader.rows(of: query, for: logged).packer(), snapshot.find(logged))
    }
    async let found = snapshot.findMeanwhile(logged)
    return (try await reader.rows(of: query, for: logged).packer(), await found)
  }
}

extension RowSnapshot {
  /// Finds the rows that a change log names.
  fileprivate func find(_ logged: Set<RowKey>) -> ([RankedRow], TreeWork) {
    var work = TreeWork()
    return (list.rows(named: logged, keyIsRowID: layout.keyIsRowID, &work), work)
  }

  @concurrent fileprivate func findMeanwhile(
    _ logged: Set<RowKey>
  ) async -> ([RankedRow], TreeWork) { find(logged) }
}

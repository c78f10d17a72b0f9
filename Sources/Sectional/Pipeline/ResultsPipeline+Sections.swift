extension ResultsPipeline {
  /// Sections and keys that were shown before the contents were read.
  struct Outlined {
    let outline: Outline
    var place: Place
    let query: RowQuery
  }

  /// How useful a section cache is to a list.
  enum FoundSections {
    /// The cache matches the store, at a place of the change source.
    case same(CachedSections, Source.Cursor?)
    /// The cache matches the store except for some rows.
    case others(CachedSections, ChangedRows, Source.Cursor?)
    /// The cache can't be used.
    case nothing
  }

  /// Determines and reports how useful the cache is at the version that a transaction reads.
  @discardableResult func findSections(
    for query: RowQuery, at version: Store.Version?, _ reader: Store.Reader
  ) async throws -> FoundSections {
    guard cache != nil else { return .nothing }
    if let outlined { return await confirm(outlined, query, at: version, reader) }
    // A miss that was found when sections were requested remains a miss.
    guard reading.diagnostics.cache?.outcome != .miss else { return .nothing }
    do throws(SectionCacheError) {
      guard let kept = try cache?.kept(for: query) else { return .nothing }
      return try await compare(kept, with: version, query, reader)
    } catch {
      report(.miss, error.reason)
      return .nothing
    }
  }

  private func compare(
    _ kept: SectionCacheSession<Store.Version, Source.Cursor>.Kept, with version: Store.Version?,
    _ query: RowQuery, _ reader: Store.Reader
  ) async throws(SectionCacheError) -> FoundSections {
    guard let version else { throw SectionCacheError("the store's version is unknown") }
    if version.isKnownSame(as: kept.version) {
      report(.hit, "the store is as it was when the file was written")
      cache?.recordHit(at: kept.version)
      return .same(kept.sections, try await changes(since: nil, query.layout, reader).cursor)
    }
    guard let cursor = kept.cursor else {
      throw SectionCacheError("the store changed, and no change log tells which rows did")
    }
    let changes = try await changes(since: cursor, query.layout, reader)
    let keys = try changes.knownKeys
    guard !keys.isEmpty else {
      report(.hit, "the change log names no row since the file was written")
      return .same(kept.sections, changes.cursor)
    }
    guard case .row = query.layout.dependence else {
      throw SectionCacheError(
        "the store changed, and a row of the list depends on other rows or tables")
    }
    guard request.extent.slice == nil else {
      throw SectionCacheError(
        "the store changed, and other rows may be within its limit and offset")
    }
    let rows = keys.count == 1 ? "1 row was" : "\(keys.count) rows were"
    report(.caughtUp, "\(rows) written since the file was")
    return .others(kept.sections, changes.rows, changes.cursor)
  }

  /// Determines and reports whether the sections on display are still valid when the contents are read.
  private func confirm(
    _ outlined: Outlined, _ query: RowQuery, at version: Store.Version?, _ reader: Store.Reader
  ) async -> FoundSections {
    guard let version, let earlier = outlined.place.version, version != earlier,
      !version.isKnownSame(as: earlier)
    else { return .nothing }
    do throws(SectionCacheError) {
      let changes = try await changes(since: outlined.place.cursor, query.layout, reader)
      guard try !changes.knownKeys.isEmpty else { return .nothing }
      report(.caughtUp, "the store changed before the contents were read")
    } catch {
      report(.miss, error.reason)
    }
    return .nothing
  }

  private func changes(
    since cursor: Source.Cursor?, _ layout: RowLayout, _ reader: Store.Reader
  ) async throws(SectionCacheError) -> StoreChanges<Source.Cursor> {
    do {
      return try await source.changes(in: layout.region, since: cursor, reader)
    } catch {
      throw SectionCacheError("the changes can't be read: \(StoreError(wrapping: error).message)")
    }
  }

  func report(_ outcome: SectionCacheReport.Outcome, _ reason: String) {
    reading.diagnostics.cache = SectionCacheReport(outcome: outcome, reason: reason)
  }
}

extension StoreChanges {
  /// The keys of the rows that may have changed.
  fileprivate var knownKeys: Set<RowKey> {
    get throws(SectionCacheError) {
      if case .everything(let reason) = rows {
        throw SectionCacheError("the store changed: \(reason)")
      }
      return rows.keys ?? []
    }
  }
}

extension ListCache {
  /// How useful the file is to a list.
  enum Found {
    /// It matches the store, at a place of the change source.
    case same(CachedSections, Source.Cursor?)
    /// It matches the store except for some rows.
    case others(CachedSections, ChangedRows, Source.Cursor?)
    /// It can't be used.
    case nothing
  }

  /// Determines and reports how useful the file is at the version that a transaction reads.
  func find(
    _ query: RowQuery, at version: Store.Version?, _ reader: Store.Reader
  ) async throws -> Found {
    if let sections = delivered.sections {
      await confirm(sections, query, at: version, reader)
      return .nothing
    }
    // A miss that was found when sections were requested remains a miss.
    guard reading.diagnostics.cache?.outcome != .miss else { return .nothing }
    do throws(SectionCacheError) {
      return try await compare(try session.kept(for: query), with: version, query, reader)
    } catch {
      report(.miss, error.reason)
      return .nothing
    }
  }

  private func compare(
    _ kept: SectionCacheSession<Store.Version, Source.Cursor>.Kept, with version: Store.Version?,
    _ query: RowQuery, _ reader: Store.Reader
  ) async throws(SectionCacheError) -> Found {
    guard let version else { throw SectionCacheError("the store's version is unknown") }
    if version.isKnownSame(as: kept.version) {
      report(.hit, "no change since the cache was written")
      session.recordHit(at: kept.version)
      return .same(kept.sections, try await changes(since: nil, query.layout, reader).cursor)
    }
    guard let cursor = kept.cursor else {
      throw SectionCacheError("the store changed, and no change log tells which rows did")
    }
    let changes = try await changes(since: cursor, query.layout, reader)
    let keys = try changes.knownKeys
    guard !keys.isEmpty else {
      report(.hit, "the change log names no rows since the cache was written")
      return .same(kept.sections, changes.cursor)
    }
    guard case .row = query.layout.dependence else {
      throw SectionCacheError(
        "the store changed, and a row of the list depends on other rows or tables")
    }
    let rows = keys.count == 1 ? "1 row" : "\(keys.count) rows"
    report(.caughtUp, "the change log names \(rows) since the cache was written")
    return .others(kept.sections, changes.rows, changes.cursor)
  }

  /// Determines and reports whether the sections on display are still valid when the contents are read.
  private func confirm(
    _ sections: Placed, _ query: RowQuery, at version: Store.Version?, _ reader: Store.Reader
  ) async {
    guard let version, let earlier = sections.place.version, version != earlier,
      !version.isKnownSame(as: earlier)
    else { return }
    do throws(SectionCacheError) {
      let changes = try await changes(since: sections.place.cursor, query.layout, reader)
      guard try !changes.knownKeys.isEmpty else { return }
      report(.caughtUp, "the store changed before the contents were read")
    } catch {
      report(.miss, error.reason)
    }
    // The file doesn't hold these contents.
    session.recordMiss()
  }

  private func changes(
    since cursor: Source.Cursor?, _ layout: RowLayout, _ reader: Store.Reader
  ) async throws(SectionCacheError) -> StoreChanges<Source.Cursor> {
    do {
      return try await access.source.changes(in: layout.region, since: cursor, reader)
    } catch {
      throw SectionCacheError("the changes can't be read: \(StoreError(wrapping: error).message)")
    }
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

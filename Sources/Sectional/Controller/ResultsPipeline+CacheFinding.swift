import Foundation

/// How useful a section cache is to a list.
enum CacheFinding {
  /// The cache matches the store.
  case same(CachedSections)
  /// The cache matches the store except for some rows.
  case others(CachedSections, Set<RowKey>)
  /// The cache can't be used.
  case nothing
}

extension ResultsPipeline {
  /// Determines and reports how useful the cache is at the version that a transaction reads.
  @discardableResult func look(
    intoCacheFor query: RowQuery, at version: Source.Version?, _ reader: Source.Reader
  ) async throws -> CacheFinding {
    guard let cache else { return .nothing }
    if let outlined { return try await look(at: outlined, for: query, at: version, reader) }
    // A miss that was found when sections were requested remains a miss.
    guard diagnostics.cache?.outcome != .miss else { return .nothing }
    do throws(SectionCacheError) {
      if case .unknown(let reason) = query.layout.dependence {
        throw SectionCacheError("it can't be determined when rows change: \(reason)")
      }
      let sections = try cache.target.sections(of: text(of: query, for: cache.target))
      guard let kept = try? JSONDecoder().decode(Source.Version.self, from: Data(sections.version)),
        Source.isLasting(kept)
      else { throw SectionCacheError("the file is damaged: its version is invalid") }
      return try await look(at: kept, of: sections, for: query, at: version, reader)
    } catch {
      report(.miss, error.reason)
      return .nothing
    }
  }

  private func look(
    at kept: Source.Version, of sections: CachedSections, for query: RowQuery,
    at version: Source.Version?, _ reader: Source.Reader
  ) async throws(SectionCacheError) -> CacheFinding {
    guard let version else { throw SectionCacheError("the store's version is unknown") }
    guard sections.outline.isFor(query.ordering) else {
      throw SectionCacheError("the file is damaged: its rows are of a different kind")
    }
    if Source.hasSameContents(version, as: kept) {
      report(.hit, "the store is as it was when the file was written")
      self.cache?.writtenVersion = kept
      self.cache?.isListNew = false
      return .same(sections)
    }
    guard case .row = query.layout.dependence else {
      throw SectionCacheError(
        "the store changed, and a row of the list depends on other rows or tables")
    }
    let keys = try await changedKeys(since: kept, for: query.layout, reader)
    guard !keys.isEmpty else {
      report(.hit, "the change log names no row since the file was written")
      return .same(sections)
    }
    let rows = keys.count == 1 ? "1 row was" : "\(keys.count) rows were"
    report(.caughtUp, "\(rows) written since the file was")
    return .others(sections, keys)
  }

  /// Determines and reports whether the sections on display are still valid when the contents are read.
  private func look(
    at outlined: Outlined, for query: RowQuery, at version: Source.Version?, _ reader: Source.Reader
  ) async throws -> CacheFinding {
    guard let version, version != outlined.version,
      !Source.hasSameContents(version, as: outlined.version)
    else { return .nothing }
    do throws(SectionCacheError) {
      let keys = try await changedKeys(since: outlined.version, for: query.layout, reader)
      guard !keys.isEmpty else { return .nothing }
      report(.caughtUp, "the store changed before the contents were read")
    } catch {
      report(.miss, error.reason)
    }
    return .nothing
  }

  private func changedKeys(
    since kept: Source.Version, for layout: RowLayout, _ reader: Source.Reader
  ) async throws(SectionCacheError) -> Set<RowKey> {
    do {
      switch try await source.changes(of: layout.tables, since: kept, reader) {
      case .everything(let reason): throw SectionCacheError("the store changed: \(reason)")
      case .keys(let keys): return keys
      }
    } catch let miss as SectionCacheError {
      throw miss
    } catch {
      throw SectionCacheError("the changes can't be read: \(StoreError(wrapping: error).message)")
    }
  }

  func report(_ outcome: SectionCacheReport.Outcome, _ reason: String) {
    diagnostics.cache = SectionCacheReport(outcome: outcome, reason: reason)
  }

  /// The text that distinguishes this list's requests from others.
  func text(of query: RowQuery, for target: SectionCacheTarget) -> String {
    if let text = cache?.text, text.layout == query.layout { return text.text }
    let text = CanonicalRequest(query, name: target.name.name, library: Source.library).text
    cache?.text = (query.layout, text)
    return text
  }
}

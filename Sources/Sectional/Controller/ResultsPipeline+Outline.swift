extension ResultsPipeline {
  /// Reads the sections and keys from the cache, and from the store only the rows that changed since these were
  /// written.
  ///
  /// - Returns: A delivery, or `nil` if the cache can't be used.
  func outlined() async throws -> ResultsDelivery? {
    guard cache != nil else { return nil }
    let (found, version, alongside) = try await store.read { reader in
      try await reader.prepare(for: requests)
      let version = try await source.version(reader)
      diagnostics.versionChecks += 1
      diagnostics.delayReason = source.delay
      let layout = try await reader.layout(of: request)
      let query = try query(layout)
      let found = try await outline(of: query, at: version, reader)
      return (found, version, found == nil ? [] : try await rowsAlongside(reader))
    }
    guard let outline = found, let version, let query else { return nil }
    outlined = Outlined(outline: outline, version: version, query: query)
    return ResultsDelivery(
      snapshot: RowSnapshot(outline, of: query), changes: RowListDiff(),
      version: version.description, alongside: alongside, diagnostics: diagnostics, step: 0)
  }

  private func outline(
    of query: RowQuery, at version: Source.Version?, _ reader: Source.Reader
  ) async throws -> Outline? {
    switch try await look(intoCacheFor: query, at: version, reader) {
    case .nothing: return nil
    case .same(let sections): return sections.outline
    case .others(let sections, let keys):
      do throws(SectionCacheError) {
        return try await self.outline(sections.outline, replacing: keys, of: query, reader)
      } catch {
        report(.miss, error.reason)
        return nil
      }
    }
  }

  /// Reads the rows that changed, and merges them into the outline.
  private func outline(
    _ outline: Outline, replacing keys: Set<RowKey>, of query: RowQuery, _ reader: Source.Reader
  ) async throws(SectionCacheError) -> Outline {
    let rows = try await rows(of: query, for: keys, reader)
    var unsure: Set<RowKey> = []
    // Each round reads more of the rows whose position is unsure; there are only a few of them.
    for _ in 0..<4 {
      let known = unsure.isEmpty ? nil : try await self.rows(of: query, for: unsure, reader)
      var merge = OutlineMerge(
        outline, replacing: keys, keyIsRowID: query.layout.keyIsRowID, with: rows,
        knowing: known, query.ordering)
      switch merge.merged() {
      case .merged(let merged): return merged
      case .impossible(let reason): throw SectionCacheError(reason)
      case .unsure(let others):
        guard others.count < 1000, !others.isSubset(of: unsure) else {
          throw SectionCacheError("the positions of the changed rows can't be determined")
        }
        unsure.formUnion(others)
      }
    }
    throw SectionCacheError("too many rows begin with the same text")
  }

  private func rows(
    of query: RowQuery, for keys: Set<RowKey>, _ reader: Source.Reader
  ) async throws(SectionCacheError) -> PackedRows {
    do {
      let rows = try await reader.rows(of: query, for: keys).packer()
      diagnostics.rowsRead += rows.count
      return rows.packed
    } catch {
      throw SectionCacheError(
        "the changed rows can't be read: \(StoreError(wrapping: error).message)")
    }
  }
}

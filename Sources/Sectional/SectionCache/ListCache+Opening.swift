extension ListCache {
  /// Returns a list with the counts of the file, brought up to date, or `nil` if the rows of the list must be read.
  ///
  /// In any case it is determined and reported how useful the file is.
  func opened(
    _ query: RowQuery, at version: Store.Version?, _ reader: Store.Reader
  ) async throws -> HeldList? {
    let (sections, changed): (CachedSections, ChangedRows)
    switch try await find(query, at: version, reader) {
    case .nothing: return nil
    case .same(let same, _): (sections, changed) = (same, .nothing)
    case .others(let others, let rows, _): (sections, changed) = (others, rows)
    }
    guard let counted = sections.counted else { return nil }
    do {
      return try await reopened(counted, changed, query, reader)
    } catch let problem as SectionCacheError {
      report(.miss, problem.reason)
      session.recordMiss()
      return nil
    }
  }

  /// Returns the sections and keys of the file, with the rows that changed since it was written, and the contents of the rows
  /// that people see first.
  ///
  /// - Returns: The list, or `nil` if the file can't be used.
  func sections(
    of query: RowQuery, at version: Store.Version?, _ reader: Store.Reader
  ) async throws -> Placed? {
    guard let (outline, cursor) = try await outline(of: query, at: version, reader),
      let firstRows = await firstRows(of: outline, query, reader)
    else { return nil }
    return Placed(
      list: HeldList(snapshot: RowSnapshot(outline, of: query, firstRows: firstRows)),
      place: Place(version: version, cursor: cursor))
  }

  /// The number of rows that people see first.
  private static var firstScreen: Int { 50 }

  /// Reads the contents of the rows that people see first.
  ///
  /// - Returns: The rows by rank. There are none if they can't be read by key, or at all: the look that reads all rows then
  ///   reports why. `nil` if the store has other rows, so that the file can't be used.
  private func firstRows(
    of outline: Outline, _ query: RowQuery, _ reader: Store.Reader
  ) async -> [Int: BlockRow]? {
    guard case .row = query.layout.dependence else { return [:] }
    let keys = outline.keys(in: 0..<min(Self.firstScreen, outline.count))
    guard let rows = try? await rows(of: query, for: Set(keys), reader) else { return [:] }
    let found = Dictionary(rows.all.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let firstRows = keys.enumerated().reduce(into: [:]) { $0[$1.offset] = found[$1.element] }
    guard firstRows.count == keys.count else {
      report(.miss, "the store has other rows than the file")
      session.recordMiss()
      return nil
    }
    return firstRows
  }

  private func outline(
    of query: RowQuery, at version: Store.Version?, _ reader: Store.Reader
  ) async throws -> (Outline, Source.Cursor?)? {
    switch try await find(query, at: version, reader) {
    case .nothing: return nil
    case .same(let sections, let cursor): return sections.outline.map { ($0, cursor) }
    case .others(let sections, let changed, let cursor):
      guard let outline = sections.outline else { return nil }
      do throws(SectionCacheError) {
        return (try await self.outline(outline, after: changed, of: query, reader), cursor)
      } catch {
        report(.miss, error.reason)
        return nil
      }
    }
  }

  /// Reads the rows that changed, and merges them into the outline.
  private func outline(
    _ outline: Outline, after changed: ChangedRows, of query: RowQuery, _ reader: Store.Reader
  ) async throws(SectionCacheError) -> Outline {
    let keys = changed.keys ?? []
    let rows = try await rows(of: query, for: keys, reader)
    var unsure: Set<RowKey> = []
    // Each round reads more of the rows whose position is unsure; there are only a few of them.
    for _ in 0..<4 {
      let known = unsure.isEmpty ? nil : try await self.rows(of: query, for: unsure, reader)
      var merge = OutlineMerge(
        outline, replacing: keys, keyIsRowID: query.layout.keyIsRowID, with: rows,
        knowing: known, query.ordering)
      switch merge.merged() {
      case .merged(let merged):
        return try CachedSlice(merge, merged, query).outline(after: changed)
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
    of query: RowQuery, for keys: Set<RowKey>, _ reader: Store.Reader
  ) async throws(SectionCacheError) -> PackedRows {
    do {
      let rows = try await reader.rows(of: query, for: keys).packer()
      reading.diagnostics.rowsRead += rows.count
      return rows.packed
    } catch {
      throw SectionCacheError(
        "the changed rows can't be read: \(StoreError(wrapping: error).message)")
    }
  }
}

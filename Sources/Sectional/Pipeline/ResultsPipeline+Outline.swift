extension ResultsPipeline {
  /// Reads the sections and keys from the cache, and from the store only the rows that changed since these were
  /// written, and those that people see first.
  ///
  /// - Returns: A delivery, or `nil` if the cache can't be used.
  func outlined(_ opening: some TransactionOpening<Store>) async throws -> ResultsDelivery? {
    guard cache != nil, !request.extent.countsRows else { return nil }
    let found = try await opening.read(store) {
      reader -> (outlined: Outlined, firstRows: [Int: BlockRow], alongside: [StoredRow])? in
      let version = try await begin(reader)
      let query = try reading.query(try await reader.layout(of: request))
      guard let outlined = try await outlined(by: query, at: version, reader),
        let firstRows = await firstRows(of: outlined, reader)
      else { return nil }
      return (outlined, firstRows, try await rowsAlongside(reader, at: version))
    }
    guard let (found, firstRows, alongside) = found else { return nil }
    outlined = found
    return ResultsDelivery(
      list: PresentedList(RowSnapshot(found.outline, of: found.query, firstRows: firstRows)),
      changes: RowListDiff(),
      tags: .empty,
      version: found.place.version?.description, alongside: alongside,
      diagnostics: reading.diagnostics,
      step: 0)
  }

  /// The number of rows that people see first.
  private static var firstScreen: Int { 50 }

  /// Reads the contents of the rows that people see first.
  ///
  /// - Returns: The rows by rank. There are none if they can't be read by key, or at all: the look that reads all rows then
  ///   reports why. `nil` if the store has other rows, so that the cache can't be used.
  private func firstRows(of outlined: Outlined, _ reader: Store.Reader) async -> [Int: BlockRow]? {
    guard case .row = outlined.query.layout.dependence else { return [:] }
    let keys = outlined.outline.keys(in: 0..<min(Self.firstScreen, outlined.outline.count))
    guard let rows = try? await rows(of: outlined.query, for: Set(keys), reader) else { return [:] }
    let found = Dictionary(rows.all.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let firstRows = keys.enumerated().reduce(into: [:]) { $0[$1.offset] = found[$1.element] }
    guard firstRows.count == keys.count else {
      report(.miss, "the store has other rows than the file")
      cache?.recordMiss()
      return nil
    }
    return firstRows
  }

  private func outlined(
    by query: RowQuery, at version: Store.Version?, _ reader: Store.Reader
  ) async throws -> Outlined? {
    switch try await findSections(for: query, at: version, reader) {
    case .nothing: return nil
    case .same(let sections, let cursor):
      return sections.outline.map {
        Outlined(outline: $0, place: Place(version: version, cursor: cursor), query: query)
      }
    case .others(let sections, let changed, let cursor):
      guard let outline = sections.outline, let keys = changed.keys else { return nil }
      do throws(SectionCacheError) {
        return Outlined(
          outline: try await self.outline(outline, replacing: keys, of: query, reader),
          place: Place(version: version, cursor: cursor), query: query)
      } catch {
        report(.miss, error.reason)
        return nil
      }
    }
  }

  /// Reads the rows that changed, and merges them into the outline.
  private func outline(
    _ outline: Outline, replacing keys: Set<RowKey>, of query: RowQuery, _ reader: Store.Reader
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

extension ResultsPipeline {
  /// Opens a list with a window: with the counts of the section cache, brought up to date, or with the first rows.
  func openWindow(
    _ query: RowQuery, at place: Place, _ reader: Store.Reader
  ) async throws -> Held {
    guard cache != nil else { return try await beginWindow(query, at: place, reader) }
    let found = try await findSections(for: query, at: place.version, reader)
    do {
      if var held = try await cached(found, query, at: place, reader) {
        if held.snapshot.list.count > 0 {
          try await load([held.snapshot.list.block(at: 0).range], into: &held, reader)
        }
        if held.snapshot.partial?.doubt == nil { return held }
        report(.miss, "the rows aren't those that the file counts")
      }
    } catch let problem as UncountedChange {
      report(.miss, "the store changed: \(problem.reason)")
    }
    return try await beginWindow(query, at: place, reader)
  }

  private func cached(
    _ found: FoundSections, _ query: RowQuery, at place: Place, _ reader: Store.Reader
  ) async throws -> Held? {
    let (sections, changed): (CachedSections, ChangedRows)
    switch found {
    case .nothing: return nil
    case .same(let same, _): (sections, changed) = (same, .nothing)
    case .others(let others, let rows, _): (sections, changed) = (others, rows)
    }
    try await checkWindow(query, reader)
    var held = Held(snapshot: emptyWindow(query), place: place)
    guard let counted = sections.counted, let names = changed.keys,
      let list = counted.list(query.ordering, shape: query.shape)
    else {
      report(.miss, "the file is damaged: its blocks aren't those of a list")
      return nil
    }
    held.snapshot.list = list
    held.snapshot.partial?.frontier = counted.frontier
    let change = try await change(names, changed.oldRows, of: held.snapshot, reader)
    guard !change.isEmpty else { return held }
    return try await adjusted(held, by: change, reader)
  }
}

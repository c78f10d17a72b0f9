extension LookGroup {
  /// The most rows that may have changed since a place, so that the transaction is short.
  private static var mostRows: Int { 1000 }

  /// Asks the store once for each different place, and reads the rows that changed once.
  func look(from places: [Place], _ reader: Store.Reader) async throws -> [Look] {
    guard !places.isEmpty else { return [] }
    try await reader.prepare(for: [request], since: places[0].version)
    let version = try await reader.version()
    let layout = try await reader.layout(of: request)
    let behind = places.filter { version == nil || $0.version != version }
    let answers = try await answers(since: behind, in: layout, reader)
    let names = answers.values.reduce(into: Set()) { $0.formUnion($1.rows.keys ?? []) }
    let rows = try await rows(named: names, layout, reader)
    var looks: [Look] = []
    for place in places {
      guard version == nil || place.version != version else {
        looks.append(
          Look(place: try await confirmed(place, at: version, layout, reader), finding: .unchanged))
        continue
      }
      let change = place.cursor.flatMap { answers[$0] }.map { answer in
        Look(
          place: Place(version: version, cursor: answer.cursor),
          finding: .change(
            Look.Change(layout: layout, answer: answer, rows: rows, names: names)))
      }
      looks.append(change ?? Look(place: place, finding: .unknown))
    }
    return looks
  }

  /// Returns a place at the store's version, which may prove more by now.
  private func confirmed(
    _ place: Place, at version: Store.Version?, _ layout: RowLayout, _ reader: Store.Reader
  ) async throws -> Place {
    var cursor = place.cursor
    if StoreAccess<Store, Source>.canConfirm(place, at: version) {
      cursor = try await source.changes(in: layout.region, since: nil, reader).cursor ?? cursor
    }
    return Place(version: version, cursor: cursor)
  }

  /// Asks what changed since places, except for those since which too much has changed.
  private func answers(
    since places: [Place], in layout: RowLayout, _ reader: Store.Reader
  ) async throws -> [Source.Cursor: StoreChanges<Source.Cursor>] {
    var answers: [Source.Cursor: StoreChanges<Source.Cursor>] = [:]
    for cursor in Set(places.compactMap(\.cursor)) {
      let answer = try await source.changes(in: layout.region, since: cursor, reader)
      if let keys = answer.rows.keys, keys.count <= Self.mostRows { answers[cursor] = answer }
    }
    return answers
  }

  private func rows(
    named names: Set<RowKey>, _ layout: RowLayout, _ reader: Store.Reader
  ) async throws -> PackedRows {
    let query = try queries.query(layout)
    guard !names.isEmpty else { return PackedRows(RowGrouping(query.ordering), shape: query.shape) }
    return try await reader.rows(of: query, for: names).packer().packed
  }
}

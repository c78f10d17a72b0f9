import Sectional
import SectionalSQL

extension PostgresConnection {
  /// Returns which rows of a region's tables may have changed since a version.
  ///
  /// - Parameters:
  ///   - region: The tables.
  ///   - earlier: The version.
  ///   - now: The version that the transaction reads.
  /// - Returns: The keys; or everything, with a reason, if the logs can't identify the rows.
  /// - Throws: `StoreError` if the server can't answer.
  func changes(
    in region: TableRegion, from earlier: PostgresStoreVersion, to now: PostgresStoreVersion?
  ) async throws(StoreError) -> ChangedRows {
    guard let now else { return .everything(reason: "the store's version is unknown") }
    if let reason = now.gapReason(since: earlier) { return .everything(reason: reason) }
    guard transaction.requests.isEmpty || now.hasSameRelations(as: earlier) else {
      return .everything(reason: "a table or a view was altered")
    }
    guard let tables = region.tables, !tables.isEmpty else {
      return .everything(reason: "a row of the list depends on other rows or tables")
    }
    var changed: [String: ChangedTable] = [:]
    for table in tables.sorted() {
      switch try await loggedChanges(of: table, since: earlier) {
      case .everything(let reason): return .everything(reason: reason)
      case .tables(let tables): changed.merge(tables) { first, _ in first }
      }
    }
    return .tables(changed)
  }

  /// Returns which rows of a table have changed since a version, according to the change log.
  private func loggedChanges(
    of table: String, since earlier: PostgresStoreVersion
  ) async throws(StoreError) -> ChangedRows {
    guard let relation = transaction.relation(table), isAsBefore(relation, earlier) else {
      return .everything(reason: "the table, its triggers or the change log were changed")
    }
    // A view that is defined as before changes with its tables.
    if relation.kind == .view { return .nothing }
    let logged: LoggedTable
    switch try await self.log(of: relation) {
    case .complete(let table, _, _): logged = table
    case .outdated(let reason): return .everything(reason: reason)
    case .impossible(let reason): return .everything(reason: "changes can't be logged: \(reason)")
    case .missing:
      return .everything(
        reason: "the server was written to, and no change log tells which rows; run sectional "
          + "triggers install")
    }
    guard let question = try await logQuestion(of: relation), let now = transaction.places[table],
      let before = earlier.places[table]
    else {
      return .everything(
        reason: "the server was written to, and no change log could be read to tell which rows"
      )
    }
    if let column = try await columnWithNames(of: logged, relation) {
      return .everything(
        reason:
          "the text of \(quoted(column)) depends on more than the row: on the names of other objects, or on the session's locale"
      )
    }
    let rows = try await rows(logged: question, of: table, since: earlier, before)
    let gap = now.gapReason(
      since: before, lowestRunning: earlier.snapshot.lowestRunning, isThere: rows.isThere,
      isSameRun: transaction.context?.server.started == earlier.started)
    if let gap { return .everything(reason: gap) }
    if transaction.isWatching {
      return rows.isEmpty ? .nothing : .everything(reason: "rows of the table changed")
    }
    guard rows.isComplete else {
      return .everything(reason: "a statement changed too many rows, or all of them")
    }
    guard !rows.hasRoundedKeys else {
      return .everything(reason: "a key has more digits than a list can order by")
    }
    guard !rows.hasUnclearKeys else {
      return .everything(reason: "a key may be text that isn't UTF-8")
    }
    guard rows.count <= LogQuestion.mostKeys else {
      return .everything(reason: "too many rows changed")
    }
    transaction.keyTexts[table, default: [:]].merge(rows.keys) { $0 + $1 }
    guard !rows.keys.isEmpty else { return .nothing }
    let oldRows = try await oldRows(of: rows.keys, question.oldRows, since: earlier, before)
    return .tables([table: ChangedTable(keys: Set(rows.keys.keys), oldRows: oldRows)])
  }

  /// Returns whether a table and its log have the stamps that they had at a version.
  private func isAsBefore(_ relation: PostgresRelation, _ earlier: PostgresStoreVersion) -> Bool {
    let logs = relation.readableLog?.tables ?? []
    return ([relation.text] + logs).allSatisfy { name in
      transaction.context?.table(name).map { $0.stamp == earlier.tables[name] } ?? false
    }
  }

  /// Returns the name of a column that is read and whose values change when something else is renamed.
  private func columnWithNames(
    of table: LoggedTable, _ relation: PostgresRelation
  ) async throws(StoreError) -> String? {
    guard let request = transaction.request(reading: relation.text) else {
      return table.columns.first { $0.type.holdsNames }?.name
    }
    let read = try await source(of: request).layout(
      of: request, transaction.dependence(of: request)
    )
    .columns
    return table.columns.first { $0.type.holdsNames && read.index(of: $0.name) != nil }?.name
  }

  /// Returns the rows that the log names, from the first round trip if it asked since the same version.
  private func rows(
    logged question: LogQuestion, of table: String, since earlier: PostgresStoreVersion,
    _ before: ChangeLogPlace
  ) async throws(StoreError) -> LoggedRows {
    if let known = transaction.entries[table], transaction.cursor == earlier { return known }
    var rows = LoggedRows()
    let entries = question.entries(
      since: earlier, before, asksWhether: transaction.isWatching)
    try await run([entries]) { question.take($1, into: &rows) }
    return rows
  }
}

extension PostgresConnection {
  /// Returns the version that the transaction reads.
  func version(losses: Int) async throws(StoreError) -> PostgresStoreVersion? {
    if transaction.context == nil { try await begin(reading: []) }
    for relation in transaction.allRelations where transaction.places[relation.text] == nil {
      guard let question = try await logQuestion(of: relation) else { continue }
      var place: ChangeLogPlace?
      try await run([question.place]) { place = ChangeLogPlace($1) }
      transaction.places[relation.text] = place
    }
    guard let identity = session.knownIdentity else { return nil }
    return transaction.context?.version(
      of: identity,
      settings: transaction.usesUsersSettings ? userSettings.joined(separator: "; ") : "",
      losses: losses,
      places: transaction.places)
  }

  /// Returns the channel number of each prepared table that notifies listeners, and `nil` for a table that doesn't.
  func notifyingChannels() async throws(StoreError) -> [String: UInt32?] {
    var channels: [String: UInt32?] = [:]
    for relation in transaction.allRelations {
      guard let table = transaction.context?.table(relation.text) else { continue }
      if relation.kind == .view { channels[relation.text] = .some(ChangeChannel.ofViews) }
      guard table.hasRowsOfItsOwn else { continue }
      let notifies =
        if case .complete(_, _, notifies: true) = try await log(of: relation) { true } else {
          false
        }
      channels.updateValue(notifies ? table.root : nil, forKey: relation.text)
    }
    return channels
  }
}

import Sectional
import SectionalSQL

extension LogReading {
  /// Returns which rows of a region's tables may have changed since a version.
  ///
  /// - Parameters:
  ///   - region: The tables.
  ///   - earlier: The version.
  ///   - now: The version that the transaction reads.
  ///   - connection: The transaction's connection.
  /// - Returns: The keys; or everything, with a reason, if the logs can't identify the rows.
  /// - Throws: `StoreError` if the server can't answer.
  static func changes(
    in region: TableRegion, from earlier: PostgresStoreVersion, to now: PostgresStoreVersion?,
    on connection: isolated PostgresConnection
  ) async throws(StoreError) -> ChangedRows {
    guard let now else { return .everything(reason: "the store's version is unknown") }
    if let reason = now.gapReason(since: earlier) { return .everything(reason: reason) }
    guard connection.transaction.requests.isEmpty || now.hasSameRelations(as: earlier) else {
      return .everything(reason: "a table or a view was altered")
    }
    guard let tables = region.tables, !tables.isEmpty else {
      return .everything(reason: "a row of the list depends on other rows or tables")
    }
    var changed: [String: ChangedTable] = [:]
    for table in tables.sorted() {
      switch try await loggedChanges(of: table, since: earlier, on: connection) {
      case .everything(let reason): return .everything(reason: reason)
      case .tables(let tables): changed.merge(tables) { first, _ in first }
      }
    }
    return .tables(changed)
  }

  /// Returns which rows of a table have changed since a version, according to the change log.
  private static func loggedChanges(
    of table: String, since earlier: PostgresStoreVersion,
    on connection: isolated PostgresConnection
  ) async throws(StoreError) -> ChangedRows {
    guard let relation = connection.transaction.relation(table),
      isAsBefore(relation, earlier, on: connection)
    else {
      return .everything(reason: "the table, its triggers or the change log were changed")
    }
    // A view that is defined as before changes with its tables.
    if relation.kind == .view { return .nothing }
    let logged: LoggedTable
    switch try await TableLogState.find(of: relation, on: connection) {
    case .complete(let table, _, _): logged = table
    case .outdated(let reason): return .everything(reason: reason)
    case .impossible(let reason): return .everything(reason: "changes can't be logged: \(reason)")
    case .missing:
      return .everything(
        reason: "the server was written to, and no change log tells which rows; run sectional "
          + "triggers install")
    }
    guard let question = try await logQuestion(of: relation, on: connection),
      let now = connection.transaction.logs.places[table],
      let before = earlier.places[table]
    else {
      return .everything(
        reason: "the server was written to, and no change log could be read to tell which rows"
      )
    }
    if let column = try await columnWithNames(of: logged, relation, on: connection) {
      return .everything(
        reason:
          "the text of \(quoted(column)) depends on more than the row: on the names of other objects, or on the session's locale"
      )
    }
    let rows = try await rows(logged: question, of: table, since: earlier, before, on: connection)
    let gap = now.gapReason(
      since: before, lowestRunning: earlier.snapshot.lowestRunning, isThere: rows.isThere,
      isSameRun: connection.transaction.context?.server.started == earlier.started)
    if let gap { return .everything(reason: gap) }
    if connection.transaction.isWatching {
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
    connection.transaction.logs.keyTexts[table, default: [:]].merge(rows.keys) { $0 + $1 }
    guard !rows.keys.isEmpty else { return .nothing }
    let oldRows = try await oldRows(
      of: rows.keys, question.oldRows, since: earlier, before, on: connection)
    return .tables([table: ChangedTable(keys: Set(rows.keys.keys), oldRows: oldRows)])
  }

  /// Returns whether a table and its log have the stamps that they had at a version.
  private static func isAsBefore(
    _ relation: PostgresRelation, _ earlier: PostgresStoreVersion,
    on connection: isolated PostgresConnection
  ) -> Bool {
    let logs = relation.readableLog?.tables ?? []
    return ([relation.text] + logs).allSatisfy { name in
      connection.transaction.context?.table(name).map { $0.stamp == earlier.tables[name] } ?? false
    }
  }

  /// Returns the name of a column that is read and whose values change when something else is renamed.
  private static func columnWithNames(
    of table: LoggedTable, _ relation: PostgresRelation, on connection: isolated PostgresConnection
  ) async throws(StoreError) -> String? {
    guard let request = connection.transaction.request(reading: relation.text) else {
      return table.columns.first { $0.type.holdsNames }?.name
    }
    let read = try await PostgresSource.find(of: request, on: connection).layout(
      of: request, connection.transaction.dependence(of: request)
    )
    .columns
    return table.columns.first { $0.type.holdsNames && read.index(of: $0.name) != nil }?.name
  }

  /// Returns the rows that the log names, from the first round trip if it asked since the same version.
  private static func rows(
    logged question: LogQuestion, of table: String, since earlier: PostgresStoreVersion,
    _ before: ChangeLogPlace, on connection: isolated PostgresConnection
  ) async throws(StoreError) -> LoggedRows {
    if let known = connection.transaction.logs.entries[table],
      connection.transaction.cursor == earlier
    {
      return known
    }
    var rows = LoggedRows()
    let entries = question.entries(
      since: earlier, before, asksWhether: connection.transaction.isWatching)
    try await connection.run([entries]) { question.take($1, into: &rows) }
    return rows
  }
}

extension LogReading {
  /// Returns the version that the transaction reads.
  static func version(losses: Int, on connection: isolated PostgresConnection)
    async throws(StoreError) -> PostgresStoreVersion?
  {
    if connection.transaction.context == nil {
      try await ReadBeginning.begin(reading: [], on: connection)
    }
    for relation in connection.transaction.allRelations
    where connection.transaction.logs.places[relation.text] == nil {
      guard let question = try await logQuestion(of: relation, on: connection) else {
        continue
      }
      var place: ChangeLogPlace?
      try await connection.run([question.place]) { place = ChangeLogPlace($1) }
      connection.transaction.logs.places[relation.text] = place
    }
    guard let identity = connection.session.knownIdentity else { return nil }
    return connection.transaction.context?.version(
      of: identity,
      settings: connection.transaction.usesUsersSettings
        ? connection.userSettings.joined(separator: "; ") : "",
      losses: losses,
      places: connection.transaction.logs.places)
  }

  /// Returns the channel number of each prepared table that notifies listeners, and `nil` for a table that doesn't.
  static func notifyingChannels(on connection: isolated PostgresConnection) async throws(StoreError)
    -> [String: UInt32?]
  {
    var channels: [String: UInt32?] = [:]
    for relation in connection.transaction.allRelations {
      guard let table = connection.transaction.context?.table(relation.text) else { continue }
      if relation.kind == .view { channels[relation.text] = .some(ChangeChannel.ofViews) }
      guard table.hasRowsOfItsOwn else { continue }
      let notifies =
        if case .complete(_, _, notifies: true) = try await TableLogState.find(
          of: relation, on: connection)
        { true } else {
          false
        }
      channels.updateValue(notifies ? table.root : nil, forKey: relation.text)
    }
    return channels
  }
}

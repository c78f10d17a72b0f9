import Sectional
import SectionalSQL

extension PostgresConnection {
  /// The maximum number of rows that are followed individually.
  private static let mostKeys = 100_000

  /// Returns which rows of a table have changed since a version, according to the change log.
  ///
  /// - Parameters:
  ///   - table: The table's quoted name, as used when the open transaction was prepared.
  ///   - earlier: The version.
  /// - Returns: The keys; or everything, with a reason, if the log can't identify the rows.
  /// - Throws: `StoreError` if the server can't answer.
  func loggedChanges(
    of table: String, since earlier: PostgresStoreVersion
  ) async throws(StoreError) -> ChangedRows {
    let log = relations.values.first { $0.text == table }?.readableLog
    let tables = [table] + (log.map { [$0.entry, $0.state] } ?? [])
    guard let known = context?.table(table),
      tables.allSatisfy({ earlier.tables[$0] == context?.table($0)?.stamp })
    else { return .everything(reason: "the table, its triggers or the change log were changed") }
    let logged: LoggedTable
    switch try await self.log(of: table) {
    case .complete(let table, _, _): logged = table
    case .outdated(let reason): return .everything(reason: reason)
    case .impossible(let reason): return .everything(reason: "changes can't be logged: \(reason)")
    case .missing:
      return .everything(
        reason: "something was written to the server, and nothing logs which rows; "
          + "sectional triggers install changes that")
    }
    guard let log, context?.canRead(log) == true, known.isLogShown, let place = places[table],
      let before = earlier.places[table]
    else {
      return .everything(
        reason: "something was written to the server, and there is no change log that could be read"
      )
    }
    guard let (request, layout) = layouts[table] else {
      return .everything(reason: "it is not known how the rows are identified")
    }
    let names = layout.keyColumns.map { layout.columns.names[$0] }
    guard names == logged.key.map(\.name) else {
      return .everything(reason: "the rows are identified by something other than the primary key")
    }
    let read = Set(layout.columns.names)
    if let column = logged.columns.first(where: { read.contains($0.name) && $0.type.holdsNames }) {
      return .everything(
        reason: "\(quoted(column.name)) holds names of other objects, which change without the row")
    }
    return try await changedRows(
      of: logged, named: table, at: known.root, in: log, between: (earlier, before, place),
      for: RowQuery(request, layout: layout))
  }

  /// Returns a log's newest entry for a table.
  func place(
    of root: UInt32, in log: ChangeLogSchema
  ) async throws(StoreError) -> ChangeLogPlace? {
    var place: ChangeLogPlace?
    try await rows(
      """
      SELECT state.mark::pg_catalog.text, state.pruned_below::pg_catalog.text, newest.xid::pg_catalog.text,
        newest.mark::pg_catalog.text
      FROM ONLY \(log.state) AS state LEFT JOIN LATERAL (SELECT e.xid, e.mark FROM ONLY \(log.entry) AS e
        WHERE e.rel \(PostgresCatalog.equal) $1::pg_catalog.oid ORDER BY e.xid DESC, e.number DESC LIMIT 1
      ) AS newest ON true
      """, arguments: [PostgresArgument(.text("\(root)"))], isKept: true
    ) { row in
      guard let mark = row.text(at: 0), let below = row.text(at: 1).flatMap({ UInt64($0) }) else {
        return
      }
      var newest: ChangeLogPlace.Entry?
      if let number = row.text(at: 2).flatMap({ UInt64($0) }), let mark = row.text(at: 3) {
        newest = ChangeLogPlace.Entry(transaction: number, mark: mark)
      }
      place = ChangeLogPlace(mark: mark, prunedBelow: below, newest: newest)
    }
    return place
  }

  /// Reads the log.
  ///
  /// An entry is new if it comes after the newest one that was seen before, or if its transaction was still running
  /// then.
  private func changedRows(
    of table: LoggedTable, named name: String, at root: UInt32, in log: ChangeLogSchema,
    between versions: (earlier: PostgresStoreVersion, before: ChangeLogPlace, now: ChangeLogPlace),
    for query: RowQuery
  ) async throws(StoreError) -> ChangedRows {
    let (earlier, before, now) = versions
    let source = try await source(of: query.request)
    let all = PostgresCell.cells(of: query, source)
    let cells = query.layout.keyColumns.map { all[$0] }
    let read =
      query.request.storePredicate == nil ? table.bits(of: Set(query.layout.columns.names)) : -1
    var isThere = false
    var isComplete = true
    var keys: [RowKey: [[String]]] = [:]
    var count = 0
    try await rows(
      PostgresConnection.question(of: table, in: log, cells),
      arguments: [
        "\(root)", "\(before.newest?.transaction ?? 0)",
        PostgresArray.text(of: earlier.snapshot.running.map { "\($0)" }),
        before.newest?.mark ?? PostgresConnection.noMark, "\(read)",
      ].map { PostgresArgument(.text($0)) }, isKept: true
    ) { row in
      isThere = row.bool(at: 0)
      if row.bool(at: 1) { isComplete = false }
      guard let first = row.text(at: 2) else { return }
      let texts = [first] + cells.indices.dropFirst().map { row.text(at: 2 + $0) ?? "" }
      var contents = PackedRow(reservingCapacity: cells.count * 8)
      var digits: [String] = []
      for (place, cell) in cells.enumerated() {
        cell.append(row, 2 + cells.count + place, to: &contents, &digits)
      }
      // Different texts can represent the same key.
      keys[RowKey(cells: contents), default: []].append(texts)
      count += 1
    }
    let gap = now.gapReason(
      since: before, lowestRunning: earlier.snapshot.lowestRunning, isThere: isThere,
      isSameRun: context?.started == earlier.started)
    if let gap { return .everything(reason: gap) }
    guard isComplete else {
      return .everything(reason: "a statement changed too many rows, or all of them")
    }
    guard count <= PostgresConnection.mostKeys else {
      return .everything(reason: "too many rows changed")
    }
    loggedKeys = keys
    return .keys(Set(keys.keys), in: name)
  }

  private static let noMark = "00000000-0000-0000-0000-000000000000"

  /// Returns the statement that reads a table's part of the log: whether the newest entry that was seen before still
  /// exists, whether an entry doesn't identify all its rows, and each key both as text and as values.
  private static func question(
    of table: LoggedTable, in log: ChangeLogSchema, _ cells: [PostgresCell]
  ) -> String {
    let texts = table.key.indices.map { place in
      table.key.count == 1
        ? "entry.key" : "(entry.key::pg_catalog.json OPERATOR(pg_catalog.->>) \(place))"
    }
    let values = zip(texts, zip(table.key, cells)).map { text, column in
      // A cast to a user-defined type can call its owner's function; its values are read as text anyway.
      guard column.0.type.isServersOwn else { return text }
      return "\(text)::\(column.0.type.name)"
        + (column.1.type.isReadAsText ? "::pg_catalog.text" : "")
    }
    let seen = "e.rel \(PostgresCatalog.equal) $1::pg_catalog.oid AND e.xid"
    let entries = [
      "OPERATOR(pg_catalog.>) $2::pg_catalog.xid8",
      "\(PostgresCatalog.equal) ANY ($3::pg_catalog.xid8[])",
    ].map { "SELECT e.op, e.columns, e.keys FROM ONLY \(log.entry) AS e WHERE \(seen) \($0)" }
    return """
      SELECT EXISTS (SELECT FROM ONLY \(log.entry) AS e WHERE \(seen) \(PostgresCatalog.equal) $2::pg_catalog.xid8
          AND e.mark \(PostgresCatalog.equal) $4::pg_catalog.uuid),
        entry.is_unknown, \((texts + values).joined(separator: ", "))
      FROM (SELECT) AS one LEFT JOIN (
        SELECT DISTINCT log.keys IS NULL AS is_unknown, named.key
        FROM (\(entries.joined(separator: " UNION ALL "))) AS log
        LEFT JOIN LATERAL pg_catalog.unnest(log.keys) AS named(key) ON true
        WHERE log.op OPERATOR(pg_catalog.<>) 'U' OR log.columns IS NULL
          OR (log.columns OPERATOR(pg_catalog.&) $5::bigint) OPERATOR(pg_catalog.<>) 0::bigint
        LIMIT \(mostKeys + 1)
      ) AS entry ON true
      """
  }
}

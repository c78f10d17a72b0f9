import Sectional
import SectionalSQL

extension PostgresConnection {
  /// How many rows are followed one by one at most.
  private static let mostKeys = 100_000

  /// Returns which rows of a table the change log names since a version.
  ///
  /// - Parameters:
  ///   - table: The table's quoted name, as the open transaction was prepared for it.
  ///   - earlier: The version.
  /// - Returns: The keys; everything, with a reason, where the log can't tell.
  /// - Throws: `StoreError` when the server can't tell.
  func loggedChanges(
    of table: String, since earlier: PostgresVersion
  ) async throws(StoreError) -> ChangedKeys {
    guard let known = moment?.table(table), earlier.tables[table] == known.stamp,
      earlier.tables[ChangeLogSchema.change] == moment?.table(ChangeLogSchema.change)?.stamp
    else { return .everything(reason: "the table, its triggers or the change log were changed") }
    guard isLogReadable, known.isLogShown else {
      return .everything(
        reason: "something was written to the server, and there is no change log that could be read"
      )
    }
    let logged: LoggedTable
    switch try await log(of: table) {
    case .complete(let table, _): logged = table
    case .outdated(let reason): return .everything(reason: reason)
    case .impossible(let reason): return .everything(reason: "changes can't be logged: \(reason)")
    case .missing:
      return .everything(
        reason: "something was written to the server, and nothing logs which rows; "
          + "sectional triggers install changes that")
    }
    guard let (request, layout) = layouts[table] else {
      return .everything(reason: "it is not known how the rows are identified")
    }
    let names = layout.keyColumns.map { layout.columns.names[$0] }
    guard names == logged.key.map(\.name) else {
      return .everything(reason: "the rows are identified by something else than the primary key")
    }
    return try await keys(
      of: logged, at: known.root, since: earlier.snapshot, for: RowQuery(request, layout: layout))
  }

  /// Reads the log.
  private func keys(
    of table: LoggedTable, at root: UInt32, since earlier: PostgresSnapshot, for query: RowQuery
  ) async throws(StoreError) -> ChangedKeys {
    let source = try await source(of: query.request)
    let all = PostgresCell.cells(of: query, source)
    let cells = query.layout.keyColumns.map { all[$0] }
    let read = query.request.filter == nil ? table.bits(of: Set(query.layout.columns.names)) : -1
    var reachesBack = false
    var isComplete = true
    var keys: [RowKey: [[String]]] = [:]
    var count = 0
    try await rows(
      PostgresConnection.question(of: table, cells),
      arguments: [
        "\(root)", "\(earlier.next)", PostgresArray.text(of: earlier.running.map { "\($0)" }),
        "\(earlier.lowestRunning)", "\(read)",
      ].map { PostgresArgument(.text($0)) }, isKept: true
    ) { row in
      reachesBack = row.bool(at: 0)
      if row.bool(at: 1) { isComplete = false }
      guard let first = row.text(at: 2) else { return }
      let texts = [first] + cells.indices.dropFirst().map { row.text(at: 2 + $0) ?? "" }
      var contents = PackedRow(reservingCapacity: cells.count * 8)
      var digits: [String] = []
      for (place, cell) in cells.enumerated() {
        cell.append(row, 2 + cells.count + place, to: &contents, &digits)
      }
      // Texts that differ can be one key.
      keys[RowKey(cells: contents), default: []].append(texts)
      count += 1
    }
    guard reachesBack else {
      return .everything(reason: "the change log no longer reaches back far enough")
    }
    guard isComplete else {
      return .everything(reason: "a statement changed very many rows, or all")
    }
    guard count <= PostgresConnection.mostKeys else {
      return .everything(reason: "very many rows changed")
    }
    loggedKeys = keys
    return .keys(Set(keys.keys))
  }

  /// Returns the statement that reads a table's part of the log: whether it reaches back far enough, whether it doesn't
  /// name all rows, and each key as its texts and as its values.
  private static func question(of table: LoggedTable, _ cells: [PostgresCell]) -> String {
    let texts = table.key.indices.map { place in
      table.key.count == 1 ? "entry.key" : "(entry.key::json ->> \(place))"
    }
    let values = zip(texts, zip(table.key, cells)).map { text, column in
      "\(text)::\(column.0.type)" + (column.1.type.isReadAsText ? "::text" : "")
    }
    let entries = ["xid >= $2::xid8", "xid = ANY($3::xid8[])"].map { condition in
      "SELECT op, columns, keys FROM \(ChangeLogSchema.change) WHERE rel = $1::oid AND \(condition)"
    }
    return """
      SELECT state.pruned_below <= $4::xid8 AND has_table_privilege($1::oid, 'SELECT')
        AND NOT row_security_active($1::oid), entry.is_unknown, \((texts + values).joined(separator: ", "))
      FROM \(ChangeLogSchema.name).state LEFT JOIN (
        SELECT DISTINCT log.keys IS NULL AS is_unknown, named.key
        FROM (\(entries.joined(separator: " UNION ALL "))) AS log
        LEFT JOIN LATERAL unnest(log.keys) AS named(key) ON true
        WHERE log.op <> 'U' OR log.columns IS NULL OR (log.columns & $5::bigint) <> 0
        LIMIT \(mostKeys + 1)
      ) AS entry ON true
      """
  }
}

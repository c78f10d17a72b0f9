// How a list of several tables is brought up to date: by the rows that the changed rows of the tables concern.
extension ListReader {
  /// The largest number of values whose rows are read instead of all rows.
  private static var mostValues: Int { 1000 }
  /// The largest number of changed rows whose values are looked up.
  private static var mostNames: Int { 10_000 }

  /// Brings rows up to date by the changed rows of tables.
  ///
  /// - Throws: ``UnfollowedChange`` if it isn't known which rows these concern, or concerned.
  func followed(
    _ snapshot: RowSnapshot, tracing tables: [String: ChangedTable], by query: RowQuery,
    _ reader: Reader
  ) async throws -> FollowedList {
    guard snapshot.coverage.head == 0, snapshot.extent.canTrace else {
      throw UnfollowedChange("the list doesn't hold its first rows, or holds only keys")
    }
    guard tables.values.reduce(0, { $0 + $1.keys.count }) <= ListReader.mostNames else {
      throw UnfollowedChange("many rows of the list's tables changed")
    }
    let values = try await concernedValues(tables, of: query, reader)
    guard values.values.reduce(0, { $0 + $1.count }) <= ListReader.mostValues else {
      throw UnfollowedChange.concernsMany
    }
    let rows = try await concernedRows(values, of: snapshot, by: query, reader)
    let followed = try await follower(query, reader).followed(snapshot, rows)
    diagnostics.work.add(followed.work)
    return followed
  }

  /// Has the store keep what rows of tables were, as far as the list will need to know it.
  func askForOldRows(in layout: RowLayout, _ reader: Reader) async throws {
    guard layout.dependence == .tables else { return }
    let tables: [FollowedRows]
    do { tables = try await followedRows(in: layout, reader) } catch is UnfollowedChange { return }
    for followed in tables where followed.query.tracedColumn != nil {
      _ = try await reader.rows(of: followed.query, for: [])
    }
  }

  /// Asks for what the store knows of the followed tables.
  ///
  /// - Throws: ``UnfollowedChange`` if the list's source, and nobody else, says that one of them is a table, and it isn't.
  private func followedRows(
    in layout: RowLayout, _ reader: Reader
  ) async throws -> [FollowedRows] {
    var found: [FollowedRows] = []
    for (followed, request) in zip(request.rows.follows, queries.followedTables) {
      do {
        found.append(try await FollowedRows(followed, request, in: layout.columns, reader))
      } catch let error as StoreError
        where error.code == .unsupported && self.request.rows.followsAreKnown
      {
        throw UnfollowedChange(FollowedRows.notByRow(followed.table))
      }
    }
    return found
  }

  /// Determines which values the concerned rows have, by column of the list.
  private func concernedValues(
    _ tables: [String: ChangedTable], of query: RowQuery, _ reader: Reader
  ) async throws -> [Int: Set<StoredValue>] {
    let all = try await followedRows(in: query.layout, reader)
    var values: [Int: Set<StoredValue>] = [:]
    for (table, changed) in tables.sorted(by: { $0.key < $1.key }) {
      let occurrences = all.filter { $0.table == table }
      guard !occurrences.isEmpty else {
        throw UnfollowedChange(
          "the request doesn't say which rows of the list a row of \(quoted(table)) concerns")
      }
      for occurrence in occurrences {
        let obstacle = try await reader.lookupObstacle(
          of: query, by: occurrence.resultColumn, from: occurrence.query, occurrence.column)
        if let obstacle { throw UnfollowedChange(obstacle) }
        var present: PackedRows?
        if !occurrence.areNamedByValue(changed.keys) {
          present = try await reader.rows(of: occurrence.query, for: changed.keys).packer().packed
          diagnostics.rowsRead += present?.count ?? 0
        }
        values[occurrence.resultColumn, default: []]
          .formUnion(try occurrence.values(of: changed, present))
      }
    }
    return values
  }

  /// Reads the rows that have one of some values now, and finds those that had one.
  private func concernedRows(
    _ values: [Int: Set<StoredValue>], of snapshot: RowSnapshot, by query: RowQuery,
    _ reader: Reader
  ) async throws -> NamedRows {
    var concerned = TracedRows()
    for (column, values) in values.sorted(by: { $0.key < $1.key }) {
      let groups = try concerned.add(values, in: column, of: snapshot.list)
      let rows: PackedRows
      do {
        rows = try await reader.rows(of: query, where: column, isIn: groups).packer().packed
      } catch let error as StoreError where error.code == .unsupported {
        throw UnfollowedChange(error.message)
      } catch let error as StoreError
        where error.code == .unexpectedCell && snapshot.extent.isPart
      {
        // The row may be outside of the part that is shown.
        throw UnfollowedChange("a row has a cell that doesn't fit")
      }
      diagnostics.rowsRead += rows.count
      try concerned.add(rows)
    }
    return concerned.named(in: snapshot, by: query)
  }
}

/// The rows that changed rows of tables concern, and those that they concerned.
private struct TracedRows {
  /// The rows as they are, by key.
  private var present: [RowKey: BlockRow] = [:]
  /// The rows as they were, by rank.
  private var known: [Int: RankedRow] = [:]
  private var work = TreeWork()
  /// The largest number of rows that one change may concern in any list.
  private static let mostKnown = 1000

  /// Adds the rows of a list that have one of some values.
  ///
  /// - Returns: These values, and others that a database may take for equal: each group has those that may be equal.
  /// - Throws: ``UnfollowedChange`` if rows aren't found by that column.
  mutating func add(
    _ values: Set<StoredValue>, in column: Int, of list: RowList
  ) throws(UnfollowedChange) -> [[StoredValue]] {
    var groups: [LooseValue: Set<StoredValue>] = [:]
    for value in values { groups[LooseValue(value), default: []].insert(value) }
    guard let rows = list.rows(with: Set(groups.keys), in: column, &work) else {
      throw UnfollowedChange("the list doesn't hold the contents of its rows")
    }
    // Reading everything is cheaper than editing the list row by row.
    guard rows.count <= max(TracedRows.mostKnown, list.count / 4) else {
      throw UnfollowedChange.concernsMany
    }
    for row in rows {
      known[row.rank] = row
      let value = row.row.record.cell(at: column).value
      groups[LooseValue(value), default: []].insert(value)
    }
    return groups.values.map(Array.init)
  }

  /// Adds rows that are there now; those that were read for several columns are the same ones.
  mutating func add(_ rows: PackedRows) throws(RowListError) {
    var own: Set<RowKey> = []
    for row in rows.all {
      let key = row.key
      let isTwice = !own.insert(key).inserted
      if isTwice || present[key]?.record.hasOtherContents(than: row.record) == true {
        throw .duplicateKey(key, positions: nil)
      }
      present[key] = row
    }
  }

  func named(in snapshot: RowSnapshot, by query: RowQuery) -> NamedRows {
    var (known, work) = (known, work)
    for row in snapshot.list.rows(of: Set(present.keys), &work) { known[row.rank] = row }
    return NamedRows(
      rows: PackedRows(
        copying: present.values, RowGrouping(query.ordering), shape: query.shape),
      known: Array(known.values), oldPlaces: [], work: work)
  }
}

extension UnfollowedChange {
  fileprivate static let concernsMany = UnfollowedChange(
    "the changed rows concern many rows of the list")
}

/// A table that a list follows, as the store describes it: how the value is found by which a row of it concerns rows of the list.
struct FollowedRows {
  /// The query of the table's rows.
  let query: RowQuery
  /// The table, as the store names it.
  let table: String
  /// The table's column that has the value.
  let column: Int
  /// The list's column that has the value.
  let resultColumn: Int

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - followed: What the list's request says of the table.
  ///   - request: The request for the table's rows.
  ///   - layout: The layout of these.
  ///   - list: The columns of the list.
  /// - Throws: ``StoreError`` with code `noSuchColumn` if a column is missing, or `unsupported` if it isn't a table, or has no key
  ///   of a single column although none is named.
  init(
    _ followed: FollowedTable, _ request: RowRequest, _ layout: RowLayout, in list: RowColumns
  ) throws(StoreError) {
    guard layout.dependence == .row, let table = layout.tables.first else {
      throw FollowedRows.isNoTable(followed)
    }
    self.table = table
    if let name = followed.column {
      column = try StoreError.about(.follows) { () throws(StoreError) in
        try layout.columns.resolve(name, of: request.rows.source)
      }
    } else {
      guard layout.keyColumns.count == 1, let key = layout.keyColumns.first else {
        throw StoreError(
          .unsupported,
          "the primary key of \(quoted(followed.table)) isn't a single column; name the column of the table",
          part: .follows)
      }
      column = key
    }
    resultColumn = try StoreError.about(.follows) { () throws(StoreError) in
      try list.resolve(followed.resultColumn)
    }
    var query = try RowQuery(request, layout: layout)
    // A rowid says nothing of other columns.
    if layout.keyColumns != [column] || !layout.keyIsRowID { query.tracedColumn = column }
    self.query = query
  }
}

extension FollowedRows {
  /// Asks a store for the description.
  init(
    _ followed: FollowedTable, _ request: RowRequest, in list: RowColumns,
    _ reader: some StoreReader
  ) async throws {
    let layout: RowLayout
    do { layout = try await reader.layout(of: request) } catch let error as StoreError {
      // A view has no key.
      guard error.code == .noKey else { throw error.about(.follows) }
      throw FollowedRows.isNoTable(followed)
    }
    try self.init(followed, request, layout, in: list)
  }

  private static func isNoTable(_ followed: FollowedTable) -> StoreError {
    StoreError(
      .unsupported,
      "\(notByRow(followed.table)); name the tables that the list reads",
      part: .follows)
  }

  /// Returns that nobody says which rows of a table change.
  static func notByRow(_ table: String) -> String {
    "\(quoted(table)) isn't a table whose changes are known row by row"
  }

  /// Returns whether the names of rows say what they have and had in the column.
  func areNamedByValue(_ names: Set<RowKey>) -> Bool { names.allSatisfy { value(in: $0) != nil } }

  /// Returns the values that rows with some names have and had in the column.
  ///
  /// - Parameters:
  ///   - changed: The names of the rows, and what these were.
  ///   - present: The rows that have one of the names now; not needed if the names say it.
  /// - Returns: The values.
  /// - Throws: ``UnfollowedChange`` if it isn't known what a row had.
  func values(
    of changed: ChangedTable, _ present: PackedRows?
  ) throws(UnfollowedChange) -> Set<StoredValue> {
    var values: Set<StoredValue> = []
    for name in changed.keys {
      if let value = value(in: name) {
        values.insert(value)
        continue
      }
      switch changed.oldRows[name] {
      case .absent: continue
      case .present(let cells):
        guard let value = cells.first(where: { query.layout.columns.index(of: $0.key) == column })
        else { throw unknown }
        values.insert(value.value)
      case nil: throw unknown
      }
    }
    for row in present?.all ?? [] { values.insert(row.contents.value(at: column)) }
    return values
  }

  private var unknown: UnfollowedChange {
    let name = quoted(query.layout.columns.names[column])
    return UnfollowedChange("no change log has the old values of \(name) in \(quoted(table))")
  }

  /// Returns the value in the column that a name of a row contains, or `nil` if it doesn't contain it.
  private func value(in name: RowKey) -> StoredValue? {
    let layout = query.layout
    guard let place = layout.keyColumns.firstIndex(of: column) else { return nil }
    switch name.identity {
    case .rowID(let rowID): return layout.keyIsRowID ? .integer(rowID) : nil
    case .key(let values): return values.count == layout.keyColumns.count ? values[place] : nil
    }
  }
}

extension RowRequest {
  /// The requests for the rows of the tables that the list follows, in the order in which the request names these.
  var followedTables: [RowRequest] {
    rows.follows.map(RowRequest.followed)
  }

  /// The request for the rows of a table that a list follows.
  static func followed(_ followed: FollowedTable) -> RowRequest {
    RowRequest(
      rows: Rows(
        source: .table(followed.table), storePredicate: nil, predicate: nil,
        unsearchedPredicate: nil, keyColumns: nil, cells: nil, mappingCheck: nil,
        keepsContents: true, isOutlineOnly: true, aggregates: [], follows: []),
      order: Order(
        sort: followed.column.map { [Term(column: $0)] } ?? [], section: nil,
        isInStoreOrder: false),
      extent: .all)
  }
}

extension RowQuery {
  /// Returns what the list's tables lack, so that it isn't followed by the rows that changed.
  ///
  /// - Parameters:
  ///   - requests: The requests for the rows of the followed tables.
  ///   - reader: The reader of the open transaction.
  /// - Returns: The findings.
  /// - Throws: ``StoreError`` if a table or a column is missing, or the store can't be read.
  func findings(
    aboutTables requests: [RowRequest], _ reader: some StoreReader
  ) async throws -> [RequestFinding] {
    guard !requests.isEmpty, layout.dependence == .tables else { return [] }
    var findings: [RequestFinding] = []
    var tables: Set<String> = []
    var seen: Set<[String]> = []
    for (followed, request) in zip(self.request.rows.follows, requests) {
      let rows: FollowedRows
      do {
        rows = try await FollowedRows(followed, request, in: layout.columns, reader)
      } catch let error as StoreError
        where error.code == .unsupported && self.request.rows.followsAreKnown
      {
        return [
          RequestFinding(
            .readAsAWhole,
            "after each change, all rows are read again: \(FollowedRows.notByRow(followed.table))",
            advice: "map properties to tables that have a primary key")
        ]
      }
      tables.insert(rows.table)
      let obstacle = try await reader.lookupObstacle(
        of: self, by: rows.resultColumn, from: rows.query, rows.column)
      if let obstacle {
        findings.append(
          RequestFinding(
            .readAsAWhole,
            "after a change of \(quoted(rows.table)), all rows are read again: \(obstacle)",
            advice: "name columns that are declared alike, with integers, texts or UUIDs"))
      }
      guard seen.insert([rows.table, rows.query.layout.columns.names[rows.column]]).inserted else {
        continue
      }
      // Whether an index finds the table's rows in some order doesn't matter.
      findings += try await reader.findings(about: rows.query).filter {
        [.missingChangeLog, .outdatedChangeLog, .missingOldValues, .readAsAWhole].contains($0.kind)
      }
    }
    var others: [String] = []
    for name in layout.tables.subtracting(tables).sorted() {
      // A view changes with its tables.
      let request = RowRequest.followed(FollowedTable(name, in: ""))
      let rows = try? await reader.layout(of: request)
      if rows?.dependence == .row { others.append(quoted(name)) }
    }
    guard !others.isEmpty else { return findings }
    return findings + [
      RequestFinding(
        .readAsAWhole,
        "after a change of \(others.joined(separator: ", ")), all rows are read again, because the request doesn't say which rows "
          + "of the list a row there concerns",
        advice: "say it of each table")
    ]
  }
}

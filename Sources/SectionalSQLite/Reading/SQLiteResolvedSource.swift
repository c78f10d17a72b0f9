import Sectional
import SectionalSQL

/// What is known about a request's rows before they are read.
struct SQLiteResolvedSource {
  private(set) var layout: RowLayout
  /// The source of the rows: a table by its name in the schema, or a query.
  let source: RowSource
  /// The name of the rowid, if it is read in addition to the columns.
  let rowIDName: String?
  /// The SQL expression for the rowid, by which a row can be found.
  let rowIDExpression: String?
  /// SQLite's dialect, with knowledge of the columns.
  let dialect: SQLiteDialect
  /// The statements that read the rows, created on first use.
  let statements: ResolvedSourceStatements

  init(
    _ request: RowRequest, on handle: SQLiteHandle, _ authorizer: SQLiteAuthorizer
  ) throws(StoreError) {
    switch request.rows.source {
    case .table(let name):
      let table = try handle.table(named: name)
      self = try SQLiteResolvedSource(
        table: table, request,
        try SQLiteResolvedSource.dependence(of: request, table, handle, authorizer), handle)
    case .joined(let joined):
      self = try SQLiteResolvedSource(
        query: try handle.statement(of: joined, for: request), request, on: handle, authorizer)
    case .query(let text):
      self = try SQLiteResolvedSource(query: text, request, on: handle, authorizer)
    }
  }

  private init(
    table: SQLiteTable, _ request: RowRequest, _ dependence: TableDependence,
    _ handle: SQLiteHandle
  ) throws(StoreError) {
    let all = RowColumns(table.columnNames(for: request))
    let declared = table.keyColumns.map { all.names[$0] }
    let named = request.identifiesRows(by: declared) ? nil : request.rows.keyColumns
    let fallsBack = named == nil && table.keyCanBeMissing
    try SQLiteResolvedSource.checkKey(of: table, named: named, fallsBack)
    let columns = try request.columns(of: all, keyColumns: named ?? declared)
    var keyColumns: [Int] = []
    for name in named ?? declared {
      keyColumns.append(
        try StoreError.about(.keyColumns) { () throws(StoreError) in
          try columns.resolve(name, of: request.rows.source)
        })
    }
    let keyIsRowID = named == nil && table.keyIsRowID
    // Changes are logged by rowid, so a list that uses another key must know the rowids of its rows.
    let needsRowID = table.hasRowID && !keyIsRowID
    let hasRoom = columns.names.count < handle.mostColumns
    try SQLiteResolvedSource.checkRoom(in: table, columns, hasRoom || !fallsBack)
    rowIDName = needsRowID && hasRoom ? table.rowIDName : nil
    let canFollowRows = table.hasRowID ? !needsRowID || rowIDName != nil : named == nil
    source = .table(table.name)
    statements = ResolvedSourceStatements()
    rowIDExpression = table.rowIDExpression
    let matching = try SQLiteResolvedSource.dialect(of: handle)
    dialect = table.isView ? matching : matching.knowing(converts: table.conversions)
    layout = RowLayout(
      columns: columns, keyColumns: keyColumns, fallsBackToRowID: fallsBack,
      region: dependence.region(showing: table.isView ? nil : (table.name, columns)),
      dependence: dependence.dependence == .row && !canFollowRows ? .tables : dependence.dependence,
      keyIsRowID: keyIsRowID)
    if request.rows.isOutlineOnly { layout.allColumns = all }
  }

  private static func dialect(of handle: SQLiteHandle) throws(StoreError) -> SQLiteDialect {
    let dialect = SQLiteDialect(collations: handle.collations)
    // In UTF-16, SQLite compares and searches other bytes than those by which text is compared here.
    return try handle.isUTF8() ? dialect : dialect.withoutConditions()
  }

  private static func checkKey(
    of table: SQLiteTable, named: [String]?, _ fallsBack: Bool
  ) throws(StoreError) {
    guard named != nil || table.hasRowID || !table.keyColumns.isEmpty else {
      throw StoreError(
        .noKey,
        "the view \(quoted(table.name)) has no key; name the columns that identify a row",
        part: .keyColumns)
    }
    guard !fallsBack || table.rowIDName != nil else {
      throw StoreError(
        .noKey,
        "the columns of \(quoted(table.name)) hide its rowid; name the columns that identify a row",
        part: .keyColumns)
    }
  }

  private static func checkRoom(
    in table: SQLiteTable, _ columns: RowColumns, _ hasRoom: Bool
  ) throws(StoreError) {
    guard !hasRoom else { return }
    throw StoreError(
      .unsupported,
      "\(quoted(table.name)) has \(columns.names.count) columns, which is as many as SQLite can "
        + "read at once, so its rowid can't be read with them; name the columns that identify a row",
      part: .keyColumns)
  }

  /// Determines which tables can change the rows of a table or view that match a condition.
  private static func dependence(
    of request: RowRequest, _ table: SQLiteTable, _ handle: SQLiteHandle,
    _ authorizer: SQLiteAuthorizer
  ) throws(StoreError) -> TableDependence {
    if request.rows.storePredicate == nil, !table.isView, !table.isVirtual {
      return TableDependence(tables: [table.name], dependence: .row)
    }
    let name = "main.\(QuotedIdentifier.quoted(table.name))"
    // For a table, only the condition's reads are determined: they show whether rereading single rows is enough.
    let read = "SELECT \(table.isView ? "*" : "1") FROM \(name)"
    let footprint = try authorizer.footprint { () throws(StoreError) in
      try handle.check(
        read, where: request.rows.storePredicate, among: table.columns.map(\.name))
    }
    if table.isVirtual {
      return TableDependence(unknown: "a virtual table's changes can't be noticed row by row")
    }
    var dependence = try footprint.dependence(on: table.name) { name throws(StoreError) in
      try handle.kind(ofTable: name)
    }
    if !table.isView { dependence.tables.insert(table.name) }
    return dependence
  }

  private init(
    query: StoreText, _ request: RowRequest, on handle: SQLiteHandle,
    _ authorizer: SQLiteAuthorizer
  ) throws(StoreError) {
    let footprint = try authorizer.footprint { () throws(StoreError) in
      try StoreError.about(.query) { () throws(StoreError) in
        _ = try ReadOnlyRule.prepare(query.text, on: handle)
      }
      // A condition can read other tables.
      if let filter = request.rows.storePredicate {
        try handle.check(
          "SELECT 1 FROM (\n\(query.text)\n)", query.arguments, where: filter, among: [])
      }
    }
    let dependence = try footprint.dependence(on: nil) { name throws(StoreError) in
      try handle.kind(ofTable: name)
    }
    // The names that a subquery's columns have outside it: SQLite makes equal names distinct.
    let all = RowColumns(try handle.prepare("SELECT * FROM (\n\(query.text)\n)").columnNames())
    guard let names = request.rows.keyColumns else {
      throw StoreError(
        .noKey,
        "the SQL has no key; name the columns that identify a row",
        part: .keyColumns)
    }
    for name in names {
      _ = try StoreError.about(.keyColumns) { () throws(StoreError) in try all.resolve(name) }
    }
    let columns = request.rows.cells == nil ? all : try request.columns(of: all, keyColumns: names)
    var keyColumns: [Int] = []
    for name in names { keyColumns.append(try columns.resolve(name)) }
    source = .query(query)
    statements = ResolvedSourceStatements()
    rowIDName = nil
    rowIDExpression = nil
    let base = try SQLiteResolvedSource.dialect(of: handle)
    dialect = columns.names == all.names ? base : base.selectingByName()
    layout = RowLayout(
      columns: columns, keyColumns: keyColumns, fallsBackToRowID: false,
      region: dependence.region(showing: nil), dependence: dependence.dependence)
  }
}

extension SQLiteHandle {
  /// Returns the query of a table's rows with columns of other tables.
  ///
  /// It has more columns than the list reads only if there is a condition, because a list is woken by all columns that are read.
  fileprivate func statement(
    of joined: JoinedTable, for request: RowRequest
  ) throws(StoreError) -> StoreText {
    let added =
      request.rows.storePredicate == nil
      ? [] : try table(named: joined.name).columns.map(\.name)
    let statement = try JoinStatement(joined, adding: added) { name throws(StoreError) in
      let table = try table(named: name)
      return JoinStatement.Table(
        text: "main." + QuotedIdentifier.quoted(table.name),
        columns: RowColumns(table.columns.map(\.name) + table.rowIDNames), equality: { _ in "=" })
    }
    return StoreText(statement.text)
  }
}

import Sectional
import SectionalSQL

/// What is known of a request's rows before they are read.
struct SQLitePlan {
  let layout: RowLayout
  /// Where they come from, by the name the schema has for it.
  let source: RowSource
  /// The name of the rowid, if it is read beside the columns.
  let rowIDName: String?
  /// The rowid as SQL, by which a row can be found.
  let rowIDExpression: String?
  /// SQLite's dialect, with what is known of the columns.
  let dialect: SQLiteDialect
  /// The statements that read the rows, once they were asked for.
  let statements: SQLitePlanStatements

  init(
    _ request: RowRequest, on handle: SQLiteHandle, _ authorizer: SQLiteAuthorizer
  ) throws(StoreError) {
    switch request.source {
    case .table(let name):
      let table = try handle.table(named: name)
      let isRowLocal = try SQLitePlan.isRowLocal(request, table, handle, authorizer)
      self = try SQLitePlan(
        table: table, request, isRowLocal: isRowLocal, isUTF8: try handle.isUTF8())
    case .query(let text):
      self = try SQLitePlan(query: text, request, on: handle)
    }
  }

  private init(
    table: SQLiteTable, _ request: RowRequest, isRowLocal: Bool, isUTF8: Bool
  ) throws(StoreError) {
    let all = RowColumns(table.columns.map(\.name))
    let declared = table.keyColumns.map { all.names[$0] }
    let named = request.keyColumns.flatMap { SQLitePlan.isSame($0, declared) ? nil : $0 }
    let fallsBack = named == nil && table.keyCanBeMissing
    try SQLitePlan.checkKey(of: table, named: named, fallsBack)
    let columns = try request.columns(of: all, keyColumns: named ?? declared)
    var keyColumns: [Int] = []
    for name in named ?? declared { keyColumns.append(try columns.resolve(name)) }
    let keyIsRowID = named == nil && table.keyIsRowID
    // Changes are logged by rowid, so a list with another identity must know the rowids of its rows.
    let needsRowID = table.hasRowID && !keyIsRowID
    let canFollowRows = table.hasRowID ? !needsRowID || table.rowIDName != nil : named == nil
    source = .table(table.name)
    statements = SQLitePlanStatements()
    rowIDName = needsRowID ? table.rowIDName : nil
    rowIDExpression = table.rowIDExpression
    // In UTF-16 SQLite compares and searches other bytes than those texts are compared by here.
    let base = isUTF8 ? SQLiteDialect() : SQLiteDialect().withoutConditions()
    dialect = table.isView ? base : base.knowing(converts: table.conversions)
    layout = RowLayout(
      columns: columns, keyColumns: keyColumns, fallsBackToRowID: fallsBack,
      tables: [table.name], isRowLocal: isRowLocal && canFollowRows, keyIsRowID: keyIsRowID)
  }

  private static func isSame(_ names: [String], _ declared: [String]) -> Bool {
    Set(names.map(Names.folded)) == Set(declared.map(Names.folded))
  }

  private static func checkKey(
    of table: SQLiteTable, named: [String]?, _ fallsBack: Bool
  ) throws(StoreError) {
    guard named != nil || table.hasRowID || !table.keyColumns.isEmpty else {
      throw StoreError(
        .noKey,
        "nothing identifies the rows of \(quoted(table.name)), which is a view; "
          + "name key columns (key: of the request, --key on the command line)")
    }
    guard !fallsBack || table.rowIDName != nil else {
      throw StoreError(
        .noKey,
        "the columns of \(quoted(table.name)) hide its rowid; name key columns "
          + "(key: of the request, --key on the command line)")
    }
  }

  /// Tells whether a row's being in the list depends on that row alone.
  private static func isRowLocal(
    _ request: RowRequest, _ table: SQLiteTable, _ handle: SQLiteHandle,
    _ authorizer: SQLiteAuthorizer
  ) throws(StoreError) -> Bool {
    guard !table.isView, !table.isVirtual else { return false }
    guard let filter = request.filter else { return true }
    let name = "main.\(SQLIdentifier.quoted(table.name))"
    let footprint = try authorizer.footprint { () throws(StoreError) in
      _ = try handle.prepare("SELECT 1 FROM \(name) WHERE (\n\(filter.text)\n)")
    }
    return footprint.isRowLocal(to: table.name)
  }

  private init(
    query: StoreText, _ request: RowRequest, on handle: SQLiteHandle
  ) throws(StoreError) {
    _ = try ReadOnlyRule.prepare(query.text, on: handle)
    // The names a subquery's columns have outside of it: SQLite tells equal ones apart.
    let all = RowColumns(try handle.prepare("SELECT * FROM (\n\(query.text)\n)").columnNames())
    guard let names = request.keyColumns else {
      throw StoreError(
        .noKey,
        "nothing identifies the rows of the SQL; name key columns (key: of the request, --key on the command line)"
      )
    }
    var keyColumns: [Int] = []
    for name in names { keyColumns.append(try all.resolve(name)) }
    source = request.source
    statements = SQLitePlanStatements()
    rowIDName = nil
    rowIDExpression = nil
    dialect = .sqlite
    layout = RowLayout(
      columns: all, keyColumns: keyColumns, fallsBackToRowID: false, tables: [],
      isRowLocal: false)
  }
}

import Sectional
import SectionalSQL

/// What is known of a request's rows before they are read.
struct SQLitePlan {
  let layout: RowLayout
  /// Where they come from, by the name the schema has for it.
  let source: RowSource
  /// The name of the rowid, if the rows need it.
  let rowIDName: String?

  init(_ request: RowRequest, on handle: SQLiteHandle) throws(StoreError) {
    switch request.source {
    case .table(let name):
      self = try SQLitePlan(table: try handle.table(named: name), request)
    case .query(let text):
      self = try SQLitePlan(query: text, request, on: handle)
    }
  }

  private init(table: SQLiteTable, _ request: RowRequest) throws(StoreError) {
    let columns = RowColumns(table.columns.map(\.name))
    let named = try SQLitePlan.keyColumns(request, columns)
    let fallsBack = named == nil && table.keyCanBeMissing
    guard named != nil || table.hasRowID || !table.keyColumns.isEmpty else {
      throw StoreError(
        .noKey,
        "nothing identifies the rows of \(quoted(table.name)), which is a view; "
          + "name key columns (--key on the command line)")
    }
    guard !fallsBack || table.rowIDName != nil else {
      throw StoreError(
        .noKey,
        "the columns of \(quoted(table.name)) hide its rowid; name key columns "
          + "(--key on the command line)")
    }
    source = .table(table.name)
    rowIDName = fallsBack ? table.rowIDName : nil
    layout = RowLayout(
      columns: columns, keyColumns: named ?? table.keyColumns, fallsBackToRowID: fallsBack,
      tables: [table.name],
      isRowLocal: named == nil && !table.isView && request.filter == nil)
  }

  private init(
    query: StoreText, _ request: RowRequest, on handle: SQLiteHandle
  ) throws(StoreError) {
    _ = try ReadOnlyRule.prepare(query.text, on: handle)
    // The names a subquery's columns have outside of it: SQLite tells equal ones apart.
    let columns = RowColumns(try handle.prepare("SELECT * FROM (\n\(query.text)\n)").columnNames())
    guard let named = try SQLitePlan.keyColumns(request, columns) else {
      throw StoreError(
        .noKey,
        "nothing identifies the rows of the SQL; name key columns (--key on the command line)")
    }
    source = request.source
    rowIDName = nil
    layout = RowLayout(
      columns: columns, keyColumns: named, fallsBackToRowID: false, tables: [],
      isRowLocal: false)
  }

  private static func keyColumns(
    _ request: RowRequest, _ columns: RowColumns
  ) throws(StoreError) -> [Int]? {
    guard let names = request.keyColumns else { return nil }
    var places: [Int] = []
    for name in names { places.append(try columns.resolve(name)) }
    return places
  }
}

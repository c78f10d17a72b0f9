import Sectional

/// What a statement reads, and how.
struct StatementFootprint {
  /// The number of SELECTs, including those in subqueries and views.
  var selects = 0
  /// The columns that the statement reads, by table or view.
  var columns: [String: Set<String>] = [:]
  /// Whether any of these tables exist only in the connection.
  var readsTemporaryTables = false
  /// The name of an attached database that it reads, if it reads one.
  var attachedDatabase: String?
  /// The functions it calls, in lower case.
  var functions: Set<String> = []

  /// Returns how a list's rows depend on tables, if this is the footprint of the statement that reads them.
  ///
  /// - Parameters:
  ///   - table: The table, if each row can depend on its own cells alone; otherwise `nil`.
  ///   - isKept: Returns what a name stands for: a table whose rows are stored in the file and whose changes are
  ///     noticed, a view, or something else.
  /// - Returns: The tables that are read, and how the rows depend on them.
  /// - Throws: `StoreError` if the schema can't be read, or the statement reads an attached database.
  func dependence(
    on table: String?, where isKept: (String) throws(StoreError) -> SQLiteTableKind
  ) throws(StoreError) -> TableDependence {
    if let attachedDatabase {
      throw StoreError(
        .unsupported,
        "the SQL reads \(quoted(attachedDatabase)), an attached database, whose changes can't be noticed; "
          + "open its file with a store of its own", part: .query)
    }
    if let function = functions.subtracting(StatementFootprint.knownFunctions).min() {
      return TableDependence(
        unknown: "the SQL calls \(function)(), which can depend on the clock, on chance or on the "
          + "connection")
    }
    if readsTemporaryTables { return TableDependence(unknown: "the SQL reads a temporary table") }
    var kept: [String: Set<String>] = [:]
    for (name, columns) in columns.sorted(by: { $0.key < $1.key }) {
      switch try isKept(name) {
      case .table: kept[name] = columns
      case .view: continue
      case .other:
        return TableDependence(
          unknown: "the SQL reads \(quoted(name)), whose changes can't be noticed")
      }
    }
    let isRow = selects == 1 && table.map { Set(kept.keys).isSubset(of: [$0]) } ?? false
    return TableDependence(
      tables: Set(kept.keys), columns: kept, dependence: isRow ? .row : .tables)
  }

  // Any other function could depend on more than the rows it is given.
  private static let knownFunctions: Set<String> = [
    "abs", "avg", "char", "coalesce", "count", "cume_dist", "dense_rank", "first_value", "format",
    "glob", "group_concat", "hex", "ifnull", "iif", "instr", "json", "json_array",
    "json_array_length", "json_extract", "json_group_array", "json_group_object", "json_object",
    "json_quote", "json_type", "json_valid", "->", "->>", "lag", "last_value", "lead", "length",
    "like", "lower", "ltrim", "max", "min", "nth_value", "ntile", "nullif", "percent_rank",
    "printf", "quote", "rank", "replace", "round", "row_number", "rtrim", "sign", "string_agg",
    "substr", "substring", "sum", "total", "trim", "typeof", "unicode", "upper", "zeroblob",
  ]
}

/// Which tables can change the rows of a list, and how.
struct TableDependence {
  var tables: Set<String> = []
  /// The columns that are read, for tables that aren't read completely.
  var columns: [String: Set<String>] = [:]
  var dependence: RowLayout.Dependence
}

extension TableDependence {
  /// Returns what can change the rows of a list.
  ///
  /// - Parameter shown: The table whose columns the list shows, if it shows those of a table.
  /// - Returns: The columns of each table.
  func region(showing shown: (table: String, columns: RowColumns)?) -> TableRegion {
    var read = columns
    if let shown { read[shown.table, default: []].formUnion(shown.columns.names) }
    return TableRegion(
      Dictionary(uniqueKeysWithValues: tables.map { ($0, read[$0].map { .only($0) } ?? .all) }))
  }

  /// Describes rows that can change although no table does, or that depend on tables whose changes can't be noticed.
  init(unknown reason: String) { self.init(dependence: .unknown(reason: reason)) }
}

/// What a name in a statement refers to.
enum SQLiteTableKind {
  /// A table whose rows are stored in the file.
  case table
  /// A view; the tables that it reads are listed separately.
  case view
  /// A virtual table, one of SQLite's internal tables, or a table that isn't in the file.
  case other
}

extension SQLiteHandle {
  /// Returns what a name refers to.
  func kind(ofTable name: String) throws(StoreError) -> SQLiteTableKind {
    guard !name.hasPrefix("sqlite_") else { return .other }
    let row = try prepared(
      "SELECT type FROM pragma_table_list WHERE schema = 'main' AND name = ? COLLATE NOCASE")
    defer { row.reset() }
    try row.bind([.text(name)])
    guard try row.step() else { return .other }
    switch row.text(at: 0) {
    case "table": return .table
    case "view": return .view
    default: return .other
    }
  }
}

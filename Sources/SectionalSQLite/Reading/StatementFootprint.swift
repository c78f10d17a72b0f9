import Sectional

/// What a statement reads, and how.
struct StatementFootprint {
  /// The number of SELECTs, those in subqueries and views among them.
  var selects = 0
  /// The tables and views whose columns it reads, with the columns.
  var columns: [String: Set<String>] = [:]
  /// Whether tables are among them that live in the connection only.
  var readsTemporaryTables = false
  /// The functions it calls, in lower case.
  var functions: Set<String> = []

  /// Returns how a list's rows depend on tables, where this is the statement that reads them.
  ///
  /// - Parameters:
  ///   - table: The only table, where a row may depend on its own cells alone.
  ///   - isKept: Tells whether a table keeps its rows in the file and its changes are noticed.
  /// - Returns: The tables that are read, and how the rows depend on them.
  /// - Throws: `StoreError` where the schema can't be read.
  func dependence(
    on table: String?, where isKept: (String) throws(StoreError) -> SQLiteTableKind
  ) throws(StoreError) -> TableDependence {
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

  // What is not among these could depend on more than the rows it is given.
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
  /// The columns that are read of a table, where not all are.
  var columns: [String: Set<String>] = [:]
  var dependence: RowLayout.Dependence
}

extension TableDependence {
  /// The rows can change although no table does, or it can't be told when a table changes.
  init(unknown reason: String) { self.init(dependence: .unknown(reason: reason)) }
}

/// What a name in a statement stands for.
enum SQLiteTableKind {
  /// A table that keeps its rows in the file.
  case table
  /// A view, whose tables are named beside it.
  case view
  /// A virtual table, one of SQLite's own, or none of the file's.
  case other
}

extension SQLiteHandle {
  /// Tells what a name stands for.
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

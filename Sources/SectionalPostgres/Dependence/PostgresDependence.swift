import Sectional

/// What the rows of a statement, of a view or of a table with a condition depend on.
struct PostgresDependence: Sendable {
  /// How far a change reaches.
  enum Reach: Hashable, Sendable {
    /// A row depends on one row of the table that is read, and on nothing else.
    case row
    /// The rows depend on nothing but the contents of the tables.
    case tables
    /// Anything may change the rows, for a reason that is shown in diagnostics.
    case unknown(reason: String)
  }

  /// The tables and views that the server locks when it reads the rows.
  let relations: [PostgresRelation]
  /// The users' functions and operators that are used, and 0 for all users' casts if casts are used.
  let functions: [UInt32]
  var reach: Reach
  /// Whether the statement has constants that can be dates or times.
  let hasMoments: Bool
  /// The stamps of the relations and functions when this was found out, which change with everything that decides it.
  var stamps: [String] = []

  /// The names of the tables and views behind the rows.
  var tables: [String] { relations.map(\.text) }

  /// Determines how far a change reaches.
  ///
  /// - Parameters:
  ///   - tree: The statement as the server parsed it, or `nil` if the server doesn't say.
  ///   - calls: What the server's catalogs say of what the statement calls.
  ///   - relations: What the server locks to read the rows.
  ///   - context: How the transaction that found it out sees these.
  /// - Returns: How far a change reaches.
  static func reach(
    of tree: PostgresParseTree?, calling calls: PostgresCalls, _ relations: [PostgresRelation],
    _ context: PostgresReadContext?
  ) -> Reach {
    guard let tree else {
      return .unknown(reason: "the server doesn't tell what the SQL depends on")
    }
    if let obstacle = tree.obstacle {
      return .unknown(
        reason: "the SQL contains something that can change without the rows (\(obstacle))")
    }
    if let name = calls.changeable {
      return .unknown(reason: "\(name) can give other results although no row changes")
    }
    if let relation = relations.first(where: {
      ![.table, .partitionedTable, .view].contains($0.kind)
    }) {
      return .unknown(reason: "changes of \(relation.text) can't be noticed")
    }
    let tables = relations.filter { $0.kind != .view }
    if let table = tables.first(where: { context?.table($0.text)?.hasRowsOfItsOwn != true }) {
      return .unknown(reason: "\(table.text) has policies or children")
    }
    guard tree.relations.isSubset(of: relations.map(\.oid)) else {
      return .unknown(
        reason: "the SQL reads tables of the server's own, or some that can't be locked")
    }
    return tree.isRowLocal ? .row : .tables
  }
}

/// What a server's catalogs say of the functions, operators and casts that a statement uses.
struct PostgresCalls: Sendable, Hashable {
  /// The users' functions and operators among them, and 0 for all users' casts if there are any and casts are used.
  var functions: [UInt32] = []
  /// The name of one that may return something else for the same arguments, if there is one.
  var changeable: String?
}

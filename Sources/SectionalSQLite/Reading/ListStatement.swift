import Sectional
import SectionalSQL

/// The statement that a list runs, which depends on SQLite's plan.
struct ListStatement {
  /// The statement, unless `ordered` is cheap.
  let unordered: QueryStatement
  /// The same rows in the list's order, or `nil` if there is only one statement.
  var ordered: QueryStatement?

  /// Returns the statement that the list runs on a database.
  func statement(on handle: SQLiteHandle) throws(StoreError) -> QueryStatement {
    guard let ordered, try !handle.plan(of: ordered).contains(where: SQLiteRows.isDear) else {
      return unordered
    }
    return ordered
  }
}

import Sectional
import SectionalSQL

// These are for inside of a transaction.
extension SQLiteConnection {
  func layout(of request: RowRequest) throws(StoreError) -> RowLayout {
    try SQLitePlan(request, on: handle, journal.authorizer).layout
  }

  func statement(of query: RowQuery) throws(StoreError) -> SelectStatement {
    try SQLiteRows(query, on: handle, journal.authorizer).statement
  }

  func rows(of query: RowQuery) throws(StoreError) -> FetchedRows {
    try SQLiteRows(query, on: handle, journal.authorizer).all()
  }

  func rows(of query: RowQuery, for keys: Set<RowKey>) throws(StoreError) -> FetchedRows {
    try SQLiteRows(query, on: handle, journal.authorizer).rows(for: keys)
  }
}

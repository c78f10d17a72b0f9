import Sectional
import SectionalSQL

// Call these inside a transaction.
extension SQLiteConnection {
  func layout(of request: RowRequest) throws(StoreError) -> RowLayout {
    try resolvedSource(for: request).layout
  }

  func statement(of query: RowQuery) throws(StoreError) -> QueryStatement {
    SQLiteRows(query, try resolvedSource(for: query.request), on: handle).orderedStatement
  }

  func rows(of query: RowQuery) throws(StoreError) -> FetchedRows {
    try SQLiteRows(query, try resolvedSource(for: query.request), on: handle).all()
  }

  func rows(of query: RowQuery, for keys: Set<RowKey>) throws(StoreError) -> FetchedRows {
    try SQLiteRows(query, try resolvedSource(for: query.request), on: handle).rows(for: keys)
  }

  func resolvedSource(for request: RowRequest) throws(StoreError) -> SQLiteResolvedSource {
    try resolvedSources.resolvedSource(for: request, on: handle, writeRecorder.authorizer)
  }
}

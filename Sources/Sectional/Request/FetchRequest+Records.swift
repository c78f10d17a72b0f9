extension FetchRequest {
  /// Makes records of rows that a store read for the request.
  package func records(_ rows: [OrderedRow], columns: RowColumns) -> [Record] {
    rows.map { mapping.record(Row($0, columns: columns)) }
  }
}

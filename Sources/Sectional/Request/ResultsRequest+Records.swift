extension ResultsRequest {
  /// Makes records of rows that a store read for the request.
  package func records(_ rows: [StoredRow]) -> [Record] {
    rows.map(mapping.record)
  }
}

extension ResultsRequest {
  /// Creates records from the rows that a store read for the request.
  package func records(_ rows: [StoredRow]) -> [Record] {
    rows.map(mapping.record)
  }
}

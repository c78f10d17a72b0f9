extension FetchRequest {
  /// Makes records of rows that a store read for the request.
  package func records(_ rows: [Row]) -> [Record] {
    rows.map(mapping.record)
  }
}

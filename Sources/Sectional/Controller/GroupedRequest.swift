/// A request, and how its records are grouped.
struct GroupedRequest<Record: Sendable>: Sendable {
  var request: ResultsRequest<Record>
  /// The key of the sections; `nil` for a single section.
  var section: SectionKey<Record>?

  /// Returns the rows that are asked for.
  ///
  /// - Throws: ``StoreError`` if the request is invalid.
  func rowRequest() throws(StoreError) -> RowRequest {
    try request.rowRequest(sectionBy: section)
  }
}

/// A place in a list from which rows can be read.
public struct ResultsPlace: Sendable {
  let start: FoundPage.Start

  /// The row with this many others before it.
  public static func rank(_ rank: Int) -> ResultsPlace { ResultsPlace(start: .rank(max(rank, 0))) }

  /// The row with a key, and those around it.
  public static func row(_ key: RowKey) -> ResultsPlace {
    ResultsPlace(start: .row(key))
  }

  /// The first row of the section with a key, or what follows the place of such a section.
  public static func section(_ key: StoredValue) -> ResultsPlace {
    ResultsPlace(start: .section(TypedValue(key)))
  }
}

/// Some rows of a list that follow each other, as the store has them.
public struct ResultsPage<Record: Sendable>: Sendable {
  /// The rows, in their sections.
  public let results: ResultsList<Record>
  /// The number of rows before them, if it is known.
  public let rank: Int?
}

extension ResultsStore {
  /// Reads a page of a request's rows in a transaction of its own.
  func page(
    of request: RowRequest, at start: FoundPage.Start, count: Int
  ) async throws(StoreError) -> (PresentedList, Int?) {
    try await StoreError.wrapping {
      try await read { reader in
        try await reader.prepare(for: [request])
        let query = try RowQuery(request, layout: try await reader.layout(of: request))
        let (rows, rank) = try await reader.page(of: query, at: start, count: max(count, 0))
        do {
          let snapshot = RowSnapshot(
            list: try RowList(rows), layout: query.layout, ordering: query.ordering,
            section: request.order.section)
          return (PresentedList(snapshot), rank)
        } catch let error as RowListError {
          throw StoreError(error, in: query.layout)
        }
      }
    }
  }
}

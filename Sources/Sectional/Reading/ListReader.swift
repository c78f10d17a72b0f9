/// Reads a list and brings it up to date, in read transactions that others open.
///
/// It depends on no version and on no change source: the caller passes in the changed rows. What it keeps between two transactions only
/// saves work or counts it. It isn't sendable; the pipeline that owns it guards it.
final class ListReader<Reader: StoreReader> {
  /// The request of the list, resolved.
  var queries: ListQueries
  /// What is read in the same transactions.
  var alongside: AlongsideRows<Reader.Version>?
  let options: ListReaderOptions
  var diagnostics = ResultsDiagnostics()
  var startedLooks = 0
  /// The errors of rows with a cell that doesn't fit its property, by key.
  var unreadableRows: [RowKey: StoreError] = [:]
  /// The error of such a row, if the last look was asked for one.
  var problem: StoreError?
  /// How many rows the next look counts.
  var step: CountingStep
  /// When all rows are counted again.
  var recounting: RecountSchedule
  /// Whether the list was stopped.
  let isClosed: @Sendable () -> Bool

  init(
    _ request: RowRequest, alongside: RowRequest? = nil, _ options: ListReaderOptions,
    isClosed: @escaping @Sendable () -> Bool
  ) {
    queries = ListQueries(request, shape: options.shape ?? request.extent.shape)
    self.alongside = alongside.map { AlongsideRows(request: $0) }
    self.options = options
    self.isClosed = isClosed
    step = CountingStep(options.counting)
    recounting = RecountSchedule(options.counting)
  }

  var request: RowRequest { queries.request }

  /// The requests that are read in a transaction.
  var requests: [RowRequest] { queries.requests + (alongside.map { [$0.request] } ?? []) }

  /// Returns whether rows are in the sections of the day that the request has.
  func isOnCurrentDay(_ snapshot: RowSnapshot) -> Bool {
    snapshot.section?.derivation?.day == request.order.section?.derivation?.day
  }

  /// Returns whether the keys of the sections are made as on the request's day.
  func hasCurrentKeys(_ snapshot: RowSnapshot) -> Bool {
    snapshot.section == request.order.section
  }

  /// The look that has begun.
  var thisLook: LookStamp { LookStamp(request: request.number, number: startedLooks) }

  /// Returns the request with its columns resolved, which is done once per layout.
  func query(_ layout: RowLayout) throws(StoreError) -> RowQuery { try queries.query(layout) }

  /// Returns the query for the order and the keys of all rows, in the open transaction.
  func queryWithoutContents(_ reader: Reader) async throws -> RowQuery {
    let layout = try await reader.layout(of: queries.requestWithoutContents)
    return try queries.queryWithoutContents(layout)
  }

  /// Reads a page, in the query's order.
  func page(
    _ page: RowPage, of query: RowQuery, _ reader: Reader
  ) async throws -> ListFollower.Page {
    let read = try await reader.page(page, of: query)
    diagnostics.rowsRead += read.rows.received
    return (read.rows.packed, read.rows.received, read.visitsAll)
  }
}

extension ListReader {
  /// Returns the rows of the second request, if there is one.
  func rowsAlongside(
    _ reader: Reader, at version: Reader.Version?
  ) async throws -> [StoredRow] {
    guard let alongside else { return [] }
    do {
      let layout = try await reader.layout(of: alongside.request)
      if let read = alongside.read, read.layout == layout, let version, version == read.version,
        layout.dependsOnTablesOnly
      {
        return read.rows
      }
      let query = try RowQuery(alongside.request, layout: layout)
      let rows = try await reader.rowsInSlice(of: query).sorted
      self.alongside?.read = (layout, version, rows)
      return rows
    } catch let error as StoreError {
      throw StoreError(
        error.code, error.message, part: .alongside, keys: error.keys, cause: error.cause)
    }
  }
}

/// The sizes that lists are read with.
package struct ListReaderOptions: Sendable, Hashable {
  /// The sizes of the blocks that the rows are packed into; `nil` for the usual ones.
  package var shape: RowTreeShape?
  /// The number of rows whose contents a list with batches keeps; `nil` for what its batch size asks for.
  package var mostLoadedRows: Int?
  /// How a list with a window counts its rows.
  package var counting = CountingOptions()

  package init() {}
}

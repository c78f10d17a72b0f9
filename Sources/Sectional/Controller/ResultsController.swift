public import Observation

/// Holds the rows of a request, grouped and in order, and says exactly what changed in them.
///
/// A controller belongs to the actor that creates it, and is read there synchronously: the results are swapped and the
/// delegate is called in one turn of that actor. Reading the store and computing changes happen elsewhere. While the
/// owner is busy, commits gather; it then gets one change set from what it holds to the newest state.
@Observable
public final class ResultsController<Record: Sendable> {
  /// The rows as of the last delivery; empty before the first fetch.
  public internal(set) var results: SectionedResults<Record>
  /// How the list stands to its store.
  public internal(set) var status = ResultsStatus.idle

  /// The rows of the second query, read in the transaction of the last delivery.
  @ObservationIgnored public internal(set) var alongside: [Row] = []
  /// The version of the store the results are known to equal, as opaque text; nothing where the store can't tell.
  @ObservationIgnored public internal(set) var version: String?
  /// What the list did so far.
  @ObservationIgnored public internal(set) var diagnostics = ResultsDiagnostics()
  /// Who hears what changed.
  @ObservationIgnored public weak var delegate: (any ResultsControllerDelegate<Record>)?

  // State: all of it belongs to the owner's actor. The generation is the number
  // of the fetch whose feed is followed; a newer fetch takes its place when it has succeeded.
  @ObservationIgnored let makeFeed: () -> any ResultsFeed
  @ObservationIgnored var feed: (any ResultsFeed)?
  @ObservationIgnored var generation = 0
  @ObservationIgnored var newestFetch = 0

  /// Makes a list that is empty until it is fetched.
  ///
  /// - Parameters:
  ///   - fetchRequest: Which rows it shows, and in which order.
  ///   - store: Where they come from.
  ///   - section: The column whose values are the sections; one section without it. It leads the order unless the
  ///     first sort key is already on it.
  ///   - indexTitle: How index titles are made from the names of sections.
  ///   - alongside: A second query whose rows are read in the transaction of each delivery, such as a total.
  ///   - changes: The source that notices changes, in place of the store's own.
  public init<Source: Store>(
    fetchRequest: FetchRequest<Record>, store: Source,
    sectionBy section: ColumnReference<Record>? = nil,
    indexTitle: SectionIndexTitle = .firstLetter, alongside: FetchRequest<Row>? = nil,
    changes: (any ChangeSource<Source>)? = nil
  ) {
    let request = fetchRequest.rowRequest(sectionBy: section)
    let alongside = alongside?.rowRequest(sectionBy: nil)
    results = SectionedResults(
      snapshot: .empty(isSectioned: section != nil), record: fetchRequest.record,
      indexTitle: indexTitle)
    makeFeed = {
      ResultsPipeline(
        store: store, source: changes ?? store.changeSource(), request: request,
        alongside: alongside)
    }
  }

  deinit { feed?.close() }
}

extension RowSnapshot {
  /// A list before its first fetch.
  fileprivate static func empty(isSectioned: Bool) -> RowSnapshot {
    RowSnapshot(
      list: RowList(sorted: [], orderKeys: [:], isSectioned: isSectioned),
      layout: RowLayout(
        columns: RowColumns([]), keyColumns: [], fallsBackToRowID: false, tables: [],
        isRowLocal: false),
      ordering: RowOrdering(section: nil, sort: [], keyColumns: [], fallsBackToRowID: false))
  }
}

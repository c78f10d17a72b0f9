/// The result of one step of a list's pipeline.
struct ResultsDelivery: Sendable {
  /// The rows, all of the same version.
  let list: PresentedList
  /// The changes that lead from the previous delivery to these rows.
  var changes: RowListDiff
  /// What happened to the rows since the previous delivery, whether they are shown or not; `nil` if the lists must be compared
  /// for that.
  var rowChanges: ListChanges?
  /// The tags of the transactions that made the changes.
  var tags: CommonTag
  /// The store's version as opaque text, or `nil` if the store can't determine it.
  let version: String?
  /// The rows of the second query, read in the same transaction.
  let alongside: [StoredRow]
  /// The requested rows whose contents are now in memory.
  var loaded: [RowKey] = []
  /// The error of a requested row with a cell that doesn't fit its property.
  var problem: StoreError?
  let diagnostics: ResultsDiagnostics
  /// The number of the read that produced this delivery, counted from one.
  let step: Int
}

/// The outcome of one step of a pipeline.
enum ResultsEvent: Sendable {
  /// The store was read; the changes may be empty.
  case delivered(ResultsDelivery)
  /// The rows are in the sections of a new day, and the store wasn't read.
  case turned(ResultsDelivery)
  /// The store could not be read, or its source failed between two reads; the last delivery remains valid.
  case failed(StoreError, step: Int?)
}

extension ResultsEvent {
  /// What is delivered, if anything is.
  var delivery: ResultsDelivery? {
    switch self {
    case .delivered(let delivery), .turned(let delivery): delivery
    case .failed: nil
    }
  }

  /// Returns the same event with another delivery.
  func with(_ delivery: ResultsDelivery) -> ResultsEvent {
    switch self {
    case .delivered: .delivered(delivery)
    case .turned: .turned(delivery)
    case .failed: self
    }
  }
}

/// A pipeline with the type of its store erased.
protocol ErasedPipeline: AnyObject, Sendable {
  /// Reads the first rows, or what a section cache has of them, and starts to listen if the list tracks changes.
  func open(_ stage: FetchStage) async throws(StoreError) -> ResultsDelivery
  /// Returns the changes that lead from other rows to the last delivery.
  func changes(from list: PresentedList) async -> RowListDiff
  /// Requests another look at the store, even if the list is paused.
  ///
  /// - Parameter rows: The rows whose contents that look is to read.
  /// - Returns: The number of the first look that begins after this call.
  func demand(loading rows: WantedRows) async -> Int
  /// Requests the contents of rows; another look at the store reads them.
  func load(_ rows: WantedRows)
  /// Returns the rows of a list with batches whose contents are in memory or requested.
  func rowsWithContents() async -> [RowKey]
  /// Waits for the next step and returns its outcome, or `nil` once the pipeline is closed or the task is cancelled.
  ///
  /// If the contents of the rows haven't been delivered yet, the next step begins at once.
  func next() async -> ResultsEvent?
  /// Holds deliveries back, or stops holding them back: what was held back then arrives as one delivery.
  func pause(_ pauses: Bool)
  /// Ends the pipeline; a wait for the next step returns at once.
  func close()
  /// Ends the pipeline and, if it has a section cache, brings the cache up to date; this happens once, no matter how
  /// often it is called.
  ///
  /// - Returns: What the list has done in total.
  @discardableResult func end() async -> ResultsDiagnostics
  /// Ends the pipeline without writing its section cache, which belongs to another pipeline from now on.
  func abandon()
}

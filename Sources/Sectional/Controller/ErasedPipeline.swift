/// What a list holds after one step of its pipeline.
struct ResultsDelivery: Sendable {
  /// The rows, all of one version.
  let snapshot: RowSnapshot
  /// What leads to them from the delivery before.
  var changes: RowListDiff
  /// The store's version, as opaque text; nothing where the store can't tell.
  let version: String?
  /// The rows of the second query, read in the same transaction.
  let alongside: [StoredRow]
  let diagnostics: ResultsDiagnostics
  /// Which look at the store it comes from, counted from one.
  let step: Int
}

/// One step of a pipeline.
enum ResultsEvent: Sendable {
  /// The store was read; the changes may be empty.
  case delivered(ResultsDelivery)
  /// The store could not be read, or its source failed between two looks; what was delivered last still stands.
  case failed(StoreError, step: Int?)
}

/// A pipeline without the type of its store.
protocol ErasedPipeline: Sendable {
  /// Reads the first rows, or what a section cache has of them, and starts to listen.
  func open(_ extent: FetchExtent, listening: Bool) async throws(StoreError) -> ResultsDelivery
  /// Returns what leads from other rows to the last delivery.
  func changes(from snapshot: RowSnapshot) async -> RowListDiff
  /// Asks for another look at the store; returns the number of the first one that begins from now on.
  func ring() async -> Int
  /// Waits for the next step, which comes at once where the contents of the rows are still to come; nothing once
  /// cancelled or closed.
  func next() async -> ResultsEvent?
  /// Ends the pipeline: a wait for the next step returns at once.
  func close()
  /// Ends the pipeline, and brings its section cache up to date, if it has one; done once, however often it is asked for.
  ///
  /// - Returns: What the list did in all.
  @discardableResult func end() async -> ResultsDiagnostics
  /// Ends the pipeline, whose section cache is another one's from now on.
  func abandon()
}

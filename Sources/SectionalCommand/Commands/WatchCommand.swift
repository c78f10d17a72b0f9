import Sectional

/// `sectional watch`: shows the rows, then every change until interrupted.
struct WatchCommand {
  let options: ListOptions

  func run() async throws {
    if options.output.printsSQL { return try await options.printSQL(of: options.store.open()) }
    try await options.warnOfSearches()
    let isText = options.output.format == .text
    let options = isText ? try await options.knowingForms(from: options.store.open()) : options
    let isScreen =
      isText && !options.output.showsChanges && !options.output.isRecord && options.alongside == nil
    if isScreen, WatchScreen.isPossible {
      let store = try options.store.open()
      let screen = await WatchScreen(options, makeController: options.controller(over: store))
      return try await screen.run()
    }
    let reporter: any WatchReporter =
      isText ? await WatchTextReporter(options: options) : JSONLinesReporter(options: options)
    do throws(StoreError) {
      let session = await WatchSession(
        of: options.store.text, makeController: options.controller(over: try options.store.open()),
        reporter: reporter)
      try await session.run()
    } catch {
      await reporter.fail(error)
      throw error
    }
  }
}

/// Reports what a watched list does.
@MainActor protocol WatchReporter: Sendable {
  /// Reports the list's first results.
  ///
  /// - Throws: `StoreError` if they can't be shown as the options say.
  func begin(
    _ results: ResultsList<StoredRow>, version: String?, alongside: [StoredRow],
    _ statistics: ReadStatistics
  ) throws(StoreError)
  /// Reports a change set.
  func report(
    _ changeset: ResultsChangeset<StoredRow>, sequence: Int, version: String?,
    alongside: [StoredRow], _ statistics: ReadStatistics)
  /// Reports that the list lost or regained its connection to the store.
  func report(_ status: ResultsStatus)
  /// Reports that the list couldn't be opened.
  func fail(_ error: StoreError)
  /// Reports that nothing more will follow.
  func end()
}

/// Owns a list on the main actor and passes what it does to a reporter.
@MainActor final class WatchSession: @MainActor ResultsChangesetDelegate {
  private let controller: ResultsController<StoredRow>
  private let reporter: any WatchReporter
  private let store: String
  private var sequence = 0
  /// What the list had done when it was reported last.
  private var reported: ResultsDiagnostics?
  private var hasBegun = false

  init(
    of store: String, makeController: @Sendable () -> ResultsController<StoredRow>,
    reporter: any WatchReporter
  ) {
    self.store = store
    controller = makeController()
    self.reporter = reporter
    controller.changesetDelegate = self
  }

  /// Shows the list until the end, without waiting for a fetch that takes long.
  func run() async throws(StoreError) {
    let ending = Ending()
    let fetch = Task {
      do throws(StoreError) { try await start() } catch { ending.fail(error) }
    }
    defer { fetch.cancel() }
    try await ending.wait()
    // Don't report that the list is emptied on close.
    controller.changesetDelegate = nil
    await controller.close()
    reporter.end()
  }

  private func start() async throws(StoreError) {
    ProgressLine.show("reading \(store)")
    try await controller.performFetch()
    try begin()
  }

  /// Reports the first results, once and before the first change.
  private func begin() throws(StoreError) {
    guard !hasBegun else { return }
    hasBegun = true
    try reporter.begin(
      controller.results, version: controller.version, alongside: controller.alongside,
      statistics())
  }

  func controllerWillChangeContent(_ controller: ResultsController<StoredRow>) {
    // What can't be shown ends the command in `start`.
    try? begin()
  }

  func controller(
    _ controller: ResultsController<StoredRow>,
    didChangeContentWith changeset: ResultsChangeset<StoredRow>
  ) {
    sequence += 1
    reporter.report(
      changeset, sequence: sequence, version: controller.version,
      alongside: controller.alongside, statistics())
  }

  /// Returns what was read since the last report.
  private func statistics() -> ReadStatistics {
    defer { reported = controller.diagnostics }
    return ReadStatistics(from: reported, to: controller.diagnostics)
  }

  func controller(_ controller: ResultsController<StoredRow>, didChangeStatus status: ResultsStatus)
  {
    if hasBegun { reporter.report(status) }
  }
}

/// What was read from the store for a report.
struct ReadStatistics {
  let rowsRead: Int
  /// Why all rows were read again, or `nil` if they weren't.
  let fullFetch: String?

  init(from earlier: ResultsDiagnostics?, to later: ResultsDiagnostics) {
    rowsRead = later.rowsRead - (earlier?.rowsRead ?? 0)
    fullFetch = later.fullFetches > earlier?.fullFetches ?? 0 ? later.fullFetchReason : nil
  }
}

import Sectional

/// `sectional watch`: shows the rows, then every change until interrupted.
struct WatchCommand {
  let options: ListOptions

  func run() async throws {
    if options.printsSQL { return try await options.printSQL(of: options.store.open()) }
    let reporter: any WatchReporter =
      options.format == .jsonl
      ? JSONLinesReporter(options: options) : WatchTextReporter(options: options)
    do throws(StoreError) {
      let session = await WatchSession(
        of: options.store.text, makeController: options.controller(over: try options.store.open()),
        reporter: reporter)
      try await session.run()
    } catch {
      reporter.fail(error)
      throw error
    }
  }
}

/// Reports what a watched list does.
protocol WatchReporter: Sendable {
  /// Reports the list's first results.
  func begin(_ results: ResultsList<StoredRow>, version: String?, alongside: [StoredRow])
  /// Reports a change set.
  func report(
    _ changeset: ResultsChangeset<StoredRow>, sequence: Int, version: String?,
    alongside: [StoredRow])
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
    begin()
  }

  /// Reports the first results, once and before the first change.
  private func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    reporter.begin(
      controller.results, version: controller.version, alongside: controller.alongside)
  }

  func controllerWillChangeContent(_ controller: ResultsController<StoredRow>) { begin() }

  func controller(
    _ controller: ResultsController<StoredRow>,
    didChangeContentWith changeset: ResultsChangeset<StoredRow>
  ) {
    sequence += 1
    reporter.report(
      changeset, sequence: sequence, version: controller.version,
      alongside: controller.alongside)
  }

  func controller(_ controller: ResultsController<StoredRow>, didChangeStatus status: ResultsStatus)
  {
    if hasBegun { reporter.report(status) }
  }
}

import Foundation
import Sectional

/// `watch` at a terminal: the list is redrawn as it changes, at most ten times a second.
@MainActor final class WatchScreen: @MainActor ResultsChangesetDelegate {
  private static let pace = Duration.milliseconds(100)
  /// How long a lone escape waits for the rest of a sequence.
  private static let escapeDelay = Duration.milliseconds(50)

  private let options: ListOptions
  private let controller: ResultsController<StoredRow>
  private let ending = Ending()
  // State: guarded by the main actor. The model is there when the list is, and the terminal as long as it shows the screen.
  private var model: ScreenModel?
  private var terminal: ScreenTerminal?
  private var reader = ScreenKeyReader()
  private var frame: [String] = []
  private var drawing: Task<Void, Never>?
  /// The number of searches that the list is making, and of other changes that the user asked for.
  private var requestsUnderWay = 0
  private var lastDrawn = ContinuousClock.now - pace
  private let start = ContinuousClock.now

  init(_ options: ListOptions, makeController: @Sendable () -> ResultsController<StoredRow>) {
    self.options = options
    controller = makeController()
  }

  /// Whether a person looks at the output, and can press keys.
  nonisolated static var isPossible: Bool {
    let style = TerminalStyle.current()
    let isDumb = ProcessInfo.processInfo.environment["TERM", default: "dumb"] == "dumb"
    return style.width != nil && !isDumb && isatty(STDIN_FILENO) == 1
  }

  /// Shows the list until the user quits.
  func run() async throws(StoreError) {
    ProgressLine.show("reading \(options.store.text)")
    let fetch = Task {
      do throws(StoreError) { try await open() } catch { ending.fail(error) }
    }
    defer { fetch.cancel() }
    do throws(StoreError) {
      try await ending.wait()
    } catch {
      close()
      throw error
    }
    close()
    controller.changesetDelegate = nil
    await controller.close()
    StandardOutput.write(summary)
  }

  private func open() async throws(StoreError) {
    controller.changesetDelegate = self
    try await controller.performFetch()
    let columns = try ShownColumns(options.output.columns, of: controller.results)
    let subject = ScreenModel.Subject(
      title: "\(options.store.text)\(options.table.map { " · \($0)" } ?? "")",
      condition: options.request.storePredicate?.text, isOfSomeRows: options.isOfSomeRows,
      isPart: options.isPart,
      isSearched: !options.searchedColumns.isEmpty,
      beginsAtEnd: options.request.fetchLast > 0, columns: columns, aggregates: options.aggregates,
      forms: options.forms)
    model = ScreenModel(
      subject, controller.results, size: WatchScreen.size, style: TerminalStyle.current())
    ProgressLine.finish()
    // The terminal shows it again when the screen is left.
    options.warnOfDates(in: controller.results)
    terminal = ScreenTerminal(
      onBytes: { [weak self] in self?.type($0) }, onResize: { [weak self] in self?.resize() })
    draw()
  }

  private func close() {
    drawing?.cancel()
    terminal?.close()
    terminal = nil
  }

  private static var size: TerminalSize {
    TerminalSize.current() ?? TerminalSize(width: 80, height: 24)
  }

  /// What happened, in a sentence for the terminal that is left behind.
  private var summary: String {
    guard let model else { return "" }
    let time = Duration.seconds(start.duration(to: .now).components.seconds)
      .formatted(.units(allowed: [.hours, .minutes, .seconds], width: .narrow))
    let filter =
      model.filter.isEmpty ? "" : " with \u{201C}\(TerminalText.printable(model.filter))\u{201D}"
    let rows = CountText.text(controller.results.totalCount, "row") + filter
    let changes = model.tally.words(isOfSomeRows: options.isOfSomeRows)
    return
      "\(TerminalText.printable(options.store.text)): watched for \(time), \(changes); \(rows) at the end\n"
  }

  // MARK: Keys

  private func type(_ bytes: [UInt8]) {
    for key in reader.read(bytes) { press(key) }
    guard reader.isPending else { return }
    Task {
      try? await Task.sleep(for: WatchScreen.escapeDelay)
      for key in reader.flush() { press(key) }
    }
  }

  private func press(_ key: ScreenKey) {
    switch model?.press(key) {
    case .quit: ending.end()
    case .filter(let text): filter(by: text)
    case .display(let display): show(display)
    case .earlier: loadEarlier()
    case .nothing, nil: break
    }
    draw()
  }

  /// Has the list itself search, so that it stays live.
  ///
  /// A store that can't be read for the moment is asked again.
  private func filter(by text: String) {
    var request = options.request
    if !text.isEmpty {
      let columns = controller.results.columns.names
      let found = TextSearch.any(columns.map { .contains(text, in: $0) })
      request.search = request.search.map { .all([$0, found]) } ?? found
    }
    Task {
      while model?.wantedFilter == text {
        await show(request, filteredBy: text)
        draw()
        guard model?.wantedFilter == text else { return }
        try? await Task.sleep(for: .seconds(1))
      }
    }
  }

  private func show(_ request: ResultsRequest<StoredRow>, filteredBy text: String) async {
    requestsUnderWay += 1
    defer { requestsUnderWay -= 1 }
    do throws(StoreError) {
      try await controller.setRequest(request)
      model?.note(filteredBy: text, controller.results)
      model?.note(controller.status)
    } catch {
      // A newer filter has taken over.
      guard error.code != .cancelled, model?.wantedFilter == text else { return }
      model?.note(.stale(error))
      let mayPass = [.busy, .connectionLost, .unreachable].contains(error.code)
      if !mayPass { model?.wantedFilter = nil }
    }
  }

  /// Shows other rows of the sections, which isn't a change that somebody made.
  private func show(_ display: SectionDisplay) {
    requestsUnderWay += 1
    controller.sectionDisplay = display
    requestsUnderWay -= 1
    model?.note(requested: controller.results)
  }

  /// Loads the rows before the first one, once at a time; nobody changed them.
  private func loadEarlier() {
    guard requestsUnderWay == 0 else { return }
    requestsUnderWay += 1
    Task {
      defer { requestsUnderWay -= 1 }
      do throws(StoreError) {
        try await controller.loadEarlier(max(options.request.fetchLast, 100))
      } catch {
        if error.code != .cancelled { model?.note(.stale(error)) }
      }
      model?.note(loaded: controller.results)
      draw()
    }
  }

  private func resize() {
    model?.size = WatchScreen.size
    frame = []
    StandardOutput.write(ScreenTerminal.clearing)
    draw()
  }

  // MARK: Changes

  func controller(
    _ controller: ResultsController<StoredRow>,
    didChangeContentWith changeset: ResultsChangeset<StoredRow>
  ) {
    if requestsUnderWay > 0 {
      model?.note(requested: changeset.after)
    } else {
      model?.note(changeset, at: .now, time: TimeText.now)
    }
    draw()
  }

  func controller(
    _ controller: ResultsController<StoredRow>, didLoadRowsAt indexPaths: [IndexPath]
  ) {
    model?.note(loaded: controller.results)
    draw()
  }

  func controller(_ controller: ResultsController<StoredRow>, didChangeStatus status: ResultsStatus)
  {
    model?.note(status)
    draw()
  }

  // MARK: Frames

  /// Draws a frame now, or as soon as the last one is old enough.
  private func draw() {
    guard drawing == nil else { return }
    let wait = WatchScreen.pace - lastDrawn.duration(to: .now)
    drawing = Task {
      try? await Task.sleep(for: max(wait, .zero))
      guard !Task.isCancelled else { return }
      drawing = nil
      drawNow()
    }
  }

  private func drawNow() {
    guard terminal != nil, var model else { return }
    let now = ContinuousClock.now
    _ = model.expire(at: now)
    let screen = ScreenFrame(model: model, now: now)
    let next = screen.lines
    model.measure = screen.measure
    self.model = model
    let update = ScreenTerminal.update(from: frame, to: next)
    if !update.isEmpty { StandardOutput.write(update) }
    (frame, lastDrawn) = (next, now)
    let missing = model.missingRows
    if !missing.isEmpty { controller.prefetchRows(at: missing) }
    // What is lit goes out, and the number of changes a second falls.
    var tally = model.tally
    if !model.marks.isEmpty || tally.rate(at: now) > 0 { draw() }
  }
}

import Sectional
import SectionalSQL

/// `sectional list`: shows the rows once.
struct ListCommand {
  let options: ListOptions

  func run() async throws {
    let store = try options.store.open()
    if options.output.printsSQL { return try await options.printSQL(of: store) }
    try await options.warnOfSearches()
    // JSON has the values themselves.
    let shown = options.output.isJSON ? options : try await options.knowingForms(from: store)
    try await ListCommand(options: shown).show(store)
  }

  private func show(_ store: some ListedStore) async throws {
    if let page = options.page { return try await show(page, of: store) }
    // Ids and sections are all that a section cache contains.
    let isOutline = options.output.isOutline && options.aggregates.isEmpty
    let stage: FetchStage = isOutline ? .sections : .contents
    ProgressLine.show("reading \(options.store.text)")
    let owner = ListOwner()
    let listed = stage == .sections ? options.withoutContents : options
    var list = try await owner.open(listed.controller(over: store), stage)
    if list.keys == nil {
      list = try await owner.open(listed.withoutCache.controller(over: store), stage)
      list.cache = SectionCacheReport(missedBecause: "the file can no longer be read")
    }
    if options.output.isJSON {
      writeDocument(list)
    } else {
      let cache = list.cache.map { "\nSection cache: \($0.words), \($0.reason)\n" }
      try write(list.results, ending: cache ?? "")
    }
    options.warnOfDates(in: list.results)
    if let problem = await owner.close()?.cacheProblem {
      StandardError.write(
        "sectional: the section cache was not written: \(TerminalText.printable(problem))")
    }
  }

  /// Writes results in a format other than JSON; text for people has an ending.
  private func write(_ results: ResultsList<StoredRow>, ending: String) throws {
    guard options.output.format == .text else {
      let export = try ListExport(
        options.output.format, results, columns: options.output.columns, forms: options.forms)
      var pending = ""
      export.write { line in
        pending += line + "\n"
        guard pending.utf8.count > 1 << 16 else { return }
        StandardOutput.write(pending)
        pending = ""
      }
      return StandardOutput.write(pending)
    }
    let style = TerminalStyle.current()
    let text = try ListText(results, options: options, style: style).text
    Pager.show(text + style.dim(ending), style: style, otherwise: StandardOutput.write)
  }

  private func writeDocument(_ list: OpenedList) {
    var writer = JSONWriter(writingTo: StandardOutput.write)
    let keys = options.aggregates.isEmpty ? list.keys.flatMap { $0.isEmpty ? nil : $0 } : nil
    let document = ListDocument(
      showsRows: options.output.showsRows, hasRowsAlongside: false,
      aggregates: options.aggregates, keys: keys)
    writer.object { writer in
      document.writeSnapshot(of: list.results, version: list.version, to: &writer)
      writer.name("sectionIndexTitles")
      writer.array(list.results.sectionIndexTitles) { $0.string($1) }
      if let cache = list.cache {
        writer.name("cache")
        writer.cacheReport(cache)
      }
    }
    writer.endLine()
    writer.finish()
  }
}

extension ListCommand {
  /// Shows a page of the list, without reading the rest.
  private func show(_ page: PageArgument, of store: some ListedStore) async throws {
    ProgressLine.show("reading \(options.store.text)")
    let (found, version) = try await store.read { reader in
      let found = try await reader.page(
        of: options.request, sectionBy: options.section?.key, indexTitle: options.indexTitle,
        at: page.start, count: page.count)
      return (found, try await reader.version()?.description)
    }
    defer { options.warnOfDates(in: found.results) }
    guard options.output.isJSON else {
      return try write(found.results, ending: "\n\(found.words)\n")
    }
    var writer = JSONWriter(writingTo: StandardOutput.write)
    let document = ListDocument(
      showsRows: options.output.showsRows, hasRowsAlongside: false, aggregates: options.aggregates)
    writer.object { writer in
      document.writeSnapshot(of: found.results, version: version, to: &writer)
      writer.name("sectionIndexTitles")
      writer.array(found.results.sectionIndexTitles) { $0.string($1) }
      writer.name("rank")
      if let rank = found.rank { writer.integer(rank) } else { writer.null() }
      writer.name("total")
      writer.integer(found.total)
      writer.name("totalIsExact")
      writer.bool(found.totalIsExact)
    }
    writer.endLine()
    writer.finish()
  }
}

extension FoundPage {
  /// Where the page is in its list.
  fileprivate var words: String {
    let isMore = !totalIsExact && total == QueryStatement.mostCounted + 1
    let rows =
      isMore
      ? "more than \(CountText.text(QueryStatement.mostCounted, "row"))"
      : (totalIsExact ? "" : "about ") + CountText.text(total, "row")
    guard results.numberOfObjects > 0 else { return "No rows; the list has \(rows)" }
    guard let rank else { return "Part of \(rows), rank unknown" }
    let last = CountText.grouped(rank + results.numberOfObjects)
    guard results.numberOfObjects > 1 else { return "Row \(last) of \(rows)" }
    return "Rows \(CountText.grouped(rank + 1)) to \(last) of \(rows)"
  }
}

/// What a list showed when it was opened.
struct OpenedList {
  let results: ResultsList<StoredRow>
  let version: String?
  var cache: SectionCacheReport?
  /// The keys of each section's rows, empty if their contents were read too; `nil` if they are in a cache's file that can no
  /// longer be read.
  let keys: [[RowKey]]?
}

/// Owns a list for as long as it is needed.
actor ListOwner {
  private var controller: ResultsController<StoredRow>?

  /// Opens a list without following it.
  func open(
    _ makeController: @Sendable () -> ResultsController<StoredRow>, _ stage: FetchStage
  ) async throws -> OpenedList {
    let controller = makeController()
    try await controller.performFetch(stage)
    self.controller = controller
    let isInFile = stage == .sections && !controller.results.isLoaded
    let keys = isInFile ? controller.results.map(\.rows.keys) : []
    let isComplete = zip(keys, controller.results).allSatisfy { $0.count == $1.count }
    return OpenedList(
      results: controller.results, version: controller.version,
      cache: controller.diagnostics.cache,
      keys: isComplete || controller.results.counting != nil ? keys : nil)
  }

  /// Closes the list after writing its section cache.
  ///
  /// - Returns: The list's diagnostics.
  func close() async -> ResultsDiagnostics? {
    await controller?.close()
    return controller?.diagnostics
  }
}

import Sectional

/// `sectional list`: shows the rows once.
struct ListCommand {
  let options: ListOptions

  func run() async throws {
    let store = try options.store.open()
    if options.printsSQL { return try await options.printSQL(of: store) }
    // Ids and sections are all that a section cache contains.
    let extent: FetchExtent =
      options.format == .json && !options.showsRows ? .sections : .contents
    ProgressLine.show("reading \(options.store.text)")
    let owner = ListOwner()
    let listed = extent == .sections ? options.withoutContents : options
    let list = try await owner.open(listed.controller(over: store), extent)
    if options.format == .json {
      writeDocument(list)
    } else {
      let style = TerminalStyle.current()
      let text = ListText(list.results, options: options, style: style).text
      let cache = list.cache.map { "\nSection cache: \($0.words), \($0.reason)\n" } ?? ""
      Pager.show(
        text + style.dim(cache), style: style,
        otherwise: StandardOutput.write)
    }
    if let problem = await owner.close()?.cacheProblem {
      StandardError.write(
        "sectional: the section cache was not written: \(TerminalText.printable(problem))")
    }
  }

  private func writeDocument(_ list: OpenedList) {
    var writer = JSONWriter()
    let document = ListDocument(showsRows: options.showsRows, hasRowsAlongside: false)
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
    StandardOutput.write(writer.bytes)
  }
}

/// What a list showed when it was opened.
struct OpenedList {
  let results: ResultsList<StoredRow>
  let version: String?
  let cache: SectionCacheReport?
}

/// Owns a list for as long as it is needed.
actor ListOwner {
  private var controller: ResultsController<StoredRow>?

  /// Opens a list without following it.
  func open(
    _ makeController: @Sendable () -> ResultsController<StoredRow>, _ extent: FetchExtent
  ) async throws -> OpenedList {
    let controller = makeController()
    try await controller.performFetch(extent)
    self.controller = controller
    return OpenedList(
      results: controller.results, version: controller.version, cache: controller.diagnostics.cache)
  }

  /// Closes the list after writing its section cache.
  ///
  /// - Returns: The list's diagnostics.
  func close() async -> ResultsDiagnostics? {
    await controller?.close()
    return controller?.diagnostics
  }
}

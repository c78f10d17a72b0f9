import Sectional

/// `sectional list`: shows the rows once.
struct ListCommand {
  let options: ListOptions

  func run() async throws {
    let store = try options.store.open()
    if options.printsSQL { return try await options.printSQL(of: store) }
    let fetched = try await ListOwner().fetch(options.controller(over: store))
    if options.format == .json {
      writeDocument(fetched.results, version: fetched.version)
    } else {
      let style = TerminalStyle.current()
      let text = ListText(fetched.results, options: options, style: style).text
      Pager.show(text, style: style, otherwise: StandardOutput.write)
    }
  }

  private func writeDocument(_ results: SectionedResults<Row>, version: String?) {
    var writer = JSONWriter()
    let document = ListDocument(showsRows: options.showsRows, hasRowsAlongside: false)
    writer.object { writer in
      document.writeSnapshot(of: results, version: version, to: &writer)
      writer.name("sectionIndexTitles")
      writer.array(results.sectionIndexTitles) { $0.string($1) }
    }
    writer.endLine()
    StandardOutput.write(writer.bytes)
  }
}

/// Owns a list for as long as it takes to fetch it.
actor ListOwner {
  func fetch(
    _ makeController: @Sendable () -> ResultsController<Row>
  ) async throws -> (results: SectionedResults<Row>, version: String?) {
    let controller = makeController()
    try await controller.performFetch()
    return (controller.results, controller.version)
  }
}

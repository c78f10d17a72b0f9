import Sectional
import SectionalComparison

/// `sectional compare`: shows where two stores make different lists from the same request.
struct CompareCommand {
  let options: CompareOptions

  /// Runs the comparison.
  ///
  /// - Returns: The exit status: 0 if everything is the same, 3 if anything differs.
  func run() async throws -> Int32 {
    if let path = options.output.page { try ComparisonPage.checkIsFree(path) }
    if let seed = try options.seedTable() { try await load(seed) }
    try await SearchDoubt.warn(of: options.searched.first, in: options.request, options.first)
    if options.second.isServer != options.first.isServer || !options.renamed.isEmpty {
      try await SearchDoubt.warn(
        of: options.searched.second, in: options.secondRequest, options.second)
    }
    let report = try await compare(try options.first.open(), try options.second.open())
    try report.check(options.output.accepted)
    if let path = options.output.page {
      ProgressLine.show("writing \(path)")
      try ComparisonPage(report, of: options.description).write(to: path)
    }
    if options.output.isJSON {
      ComparisonDocument(options: options, report: report).write()
    } else {
      let style = TerminalStyle.current()
      let text = ComparisonText(options: options, report: report, style: style).text
      Pager.show(text, style: style, otherwise: StandardOutput.writeAnswer)
    }
    return report.isEqual(except: options.output.accepted) ? 0 : 3
  }

  private func compare(
    _ first: some ListedStore, _ second: some ListedStore
  ) async throws -> ComparisonReport {
    let (left, right) = (options.first.text, options.second.text)
    return try await StoreComparison(
      ComparedSource(first, options.request, sectionBy: options.section?.key, named: left),
      ComparedSource(
        second, options.secondRequest, sectionBy: options.secondSection?.key, named: right),
      renaming: options.renamed, ignoring: options.ignored
    ).report(
      comparingNativeOrder: options.isNative, keeping: options.output.isSummary ? 0 : .max
    ) { step in
      switch step {
      case .readingFirst: ProgressLine.show("reading \(left)")
      case .readingSecond: ProgressLine.show("reading \(right)")
      case .readingNativeOrders: ProgressLine.show("reading the stores' own orders")
      case .comparing: ProgressLine.show("comparing \(left) with \(right)")
      }
    }
  }

  /// Loads a table into both stores, or into neither.
  private func load(_ table: SeedTable) async throws {
    try table.check(
      options.request, sectionBy: options.section?.key, isNative: options.isNative)
    let stores =
      options.first.isSame(as: options.second) ? [options.first] : [options.first, options.second]
    var loaded: [StoreAddress] = []
    for store in stores {
      do {
        try await load(table, into: store)
        loaded.append(store)
      } catch {
        for store in loaded { try? await store.remove(table) }
        throw error
      }
    }
  }

  private func load(_ table: SeedTable, into store: StoreAddress) async throws {
    let total = CountText.text(table.rows.count, "row")
    ProgressLine.show("loading \(total) into \(store.text)")
    do {
      try await store.load(table) { count in
        ProgressLine.show("loading \(CountText.grouped(count)) of \(total) into \(store.text)")
      }
    } catch let error as StoreError {
      let isThere = await store.hasTable(table.name)
      let problem =
        isThere
        ? "it already has a table \(quoted(table.name)); name another table, or leave out "
          + (options.seed.isTorture ? "--torture" : "--seed-from")
        : error.message
      throw StoreError(
        error.code, "nothing was loaded into \(store.text): \(problem)", cause: error)
    }
  }
}

import Foundation

extension HistoryPlan {
  /// Returns plans with consecutive seeds that combine some shapes with every order.
  ///
  /// - Parameters:
  ///   - seeds: The seeds.
  ///   - shapes: The shapes that the store under test can hold.
  ///   - cells: What the columns of the store under test can hold.
  ///   - extents: Which of the rows the lists show and hold.
  ///   - presentations: How the lists present their sections.
  ///   - isSearched: Whether every third list shows only the rows that a search finds.
  /// - Returns: A plan for each seed.
  public static func series(
    _ seeds: Range<Int>, of shapes: [TableShape], holding cells: [HistoryCells] = [.mixed],
    showing extents: [HistoryExtent] = [.all],
    presenting presentations: [HistoryPresentation] = [.plain],
    searching isSearched: Bool = false
  ) -> [HistoryPlan] {
    guard !shapes.isEmpty, !cells.isEmpty, !extents.isEmpty, !presentations.isEmpty else {
      return []
    }
    return seeds.map { seed in
      // Shifting by one with each round prevents a shape from being combined with the same orders repeatedly.
      HistoryPlan(
        shapes[(seed + seed / shapes.count) % shapes.count], seed: UInt64(seed),
        cells: cells[(seed + seed / cells.count) % cells.count],
        extent: extents[(seed + seed / extents.count) % extents.count],
        presentation: presentations[(seed + seed / presentations.count) % presentations.count],
        isSearched: isSearched && seed % 3 == 0)
    }
  }

  /// Reads the pinned plans of the package that a source file belongs to.
  ///
  /// They are in `Fixtures/histories/seeds.txt`, one per line. A number sign starts a comment.
  ///
  /// - Parameter file: The path of the source file, by default the caller's.
  /// - Returns: The plans, in the order of the lines.
  /// - Throws: ``LawViolation`` if the file doesn't exist or a line isn't a plan.
  public static func pinned(inPackageOf file: String = #filePath) throws(LawViolation)
    -> [HistoryPlan]
  {
    var plans: [HistoryPlan] = []
    for line in try pinnedLines(inPackageOf: file) {
      guard let plan = HistoryPlan(line: line) else {
        throw LawViolation(.oracle, "a line of the pinned histories isn't a plan: \(line)")
      }
      plans.append(plan)
    }
    return plans
  }

  private static func pinnedLines(
    inPackageOf file: String
  ) throws(LawViolation) -> [Substring] {
    var folder = URL(filePath: file)
    while folder.pathComponents.count > 1 {
      folder.deleteLastPathComponent()
      let seeds = folder.appending(path: "Fixtures/histories/seeds.txt")
      guard let text = try? String(contentsOf: seeds, encoding: .utf8) else { continue }
      return text.split(separator: "\n").filter { !$0.hasPrefix("#") && $0 != "" }
    }
    throw LawViolation(.oracle, "no folder above \(file) contains Fixtures/histories/seeds.txt")
  }
}

import Foundation

extension HistoryPlan {
  /// Makes plans with consecutive seeds that combine some shapes with every order.
  ///
  /// - Parameters:
  ///   - seeds: The seeds.
  ///   - shapes: The shapes that the store under test can hold.
  ///   - cells: What its columns can hold.
  /// - Returns: A plan for each seed.
  public static func series(
    _ seeds: Range<Int>, of shapes: [TableShape], holding cells: [HistoryCells] = [.mixed]
  ) -> [HistoryPlan] {
    guard !shapes.isEmpty, !cells.isEmpty else { return [] }
    return seeds.map { seed in
      // Shifting by one with each round keeps a shape from meeting the same orders again and again.
      HistoryPlan(
        shapes[(seed + seed / shapes.count) % shapes.count], seed: UInt64(seed),
        cells: cells[(seed + seed / cells.count) % cells.count])
    }
  }

  /// Reads the pinned plans of the package that a source file belongs to.
  ///
  /// They stand in `Fixtures/histories/seeds.txt`: a line for each, and comments behind a number
  /// sign.
  ///
  /// - Parameter file: The path of the source file, by default the caller's.
  /// - Returns: The plans, in the order of the lines.
  /// - Throws: ``LawViolation`` when there is no such file or a line is no plan.
  public static func pinned(inPackageOf file: String = #filePath) throws(LawViolation)
    -> [HistoryPlan]
  {
    var plans: [HistoryPlan] = []
    for line in try pinnedLines(inPackageOf: file) {
      guard let plan = HistoryPlan(line: line) else {
        throw LawViolation(.oracle, "a line of the pinned histories is no plan: \(line)")
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
    throw LawViolation(.oracle, "no folder above \(file) has Fixtures/histories/seeds.txt")
  }
}

import Foundation

extension HistoryPlan {
  /// Returns plans with consecutive seeds that combine some shapes with every order, and with every kind of list: each
  /// combination of an extent, a presentation and cells.
  ///
  /// As many seeds as there are shapes times kinds, from a multiple of this number on, have each shape with each kind once.
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
    let kinds = extents.flatMap { extent in
      presentations.flatMap { presentation in cells.map { (extent, presentation, $0) } }
    }
    let stride = stride(through: kinds.count)
    return seeds.map { seed in
      // Shifting by one with each round prevents a shape from being combined with the same orders repeatedly, and a kind with
      // the same shapes.
      let (round, place) = seed.quotientAndRemainder(dividingBy: shapes.count)
      let shape = (place + round) % shapes.count
      let step = round + round / kinds.count + shape
      let (extent, presentation, cells) = kinds[step % kinds.count * stride % kinds.count]
      return HistoryPlan(
        shapes[shape], seed: UInt64(seed), cells: cells, extent: extent, presentation: presentation,
        isSearched: isSearched && seed % 3 == 0)
    }
  }

  /// Returns steps by which few seeds meet kinds that differ in everything, and many seeds meet all.
  private static func stride(through count: Int) -> Int {
    func commonDivisor(_ one: Int, _ other: Int) -> Int {
      other == 0 ? one : commonDivisor(other, one % other)
    }
    return (max(count * 5 / 8, 1)...).first { commonDivisor($0, count) == 1 } ?? 1
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

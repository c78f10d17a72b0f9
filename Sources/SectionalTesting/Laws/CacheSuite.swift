import Foundation
package import Sectional

/// Opens a list repeatedly with its section cache, and compares what it shows with the true rows.
///
/// Between two openings, nothing happens, other programs write, or the store is manipulated. Occasionally a list is
/// followed for a while before it is closed, or isn't closed at all, as if the program had ended.
public actor CacheSuite {
  private let subject: any CacheSubject
  private let plan: HistoryPlan
  private let folder: SectionCacheFolder
  /// The folder, if it is removed at the end.
  private let temporary: URL?
  private var generator: SeededGenerator
  private var tally = CacheTally()
  /// Whether the list was last closed properly, so that its file is complete.
  private var wasClosed = false
  /// The state of the cache when the list was last closed.
  private var lastClosing = ""

  /// Creates a suite for a subject whose table is empty, with a cache in a temporary folder.
  ///
  /// - Parameters:
  ///   - subject: The store.
  ///   - plan: The shape of the table and the order of the list.
  public init(_ subject: any CacheSubject, plan: HistoryPlan) {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "sectional-caches-\(UUID().uuidString)")
    self.init(subject, plan: plan, folder: SectionCacheFolder(path: folder.path), removing: folder)
  }

  /// Creates a suite for a subject whose table is empty.
  ///
  /// - Parameters:
  ///   - subject: The store.
  ///   - plan: The shape of the table and the order of the list.
  ///   - folder: The folder that the cache is stored in.
  package init(_ subject: any CacheSubject, plan: HistoryPlan, folder: SectionCacheFolder) {
    self.init(subject, plan: plan, folder: folder, removing: nil)
  }

  private init(
    _ subject: any CacheSubject, plan: HistoryPlan, folder: SectionCacheFolder,
    removing temporary: URL?
  ) {
    self.temporary = temporary
    self.subject = subject
    self.plan = plan
    self.folder = folder
    generator = SeededGenerator(seed: ~plan.seed)
  }

  /// Opens the list a number of times.
  ///
  /// - Returns: The counts of what happened to the cache.
  /// - Throws: ``LawViolation`` if the list doesn't show what the store holds.
  public func run(openings: Int) async throws -> CacheTally {
    defer { if let temporary { try? FileManager.default.removeItem(at: temporary) } }
    var history = ListHistory(plan)
    for opening in 1..<max(1, openings + 1) {
      var meantime = "nothing happened"
      let isQuiet = opening > 1 && generator.happens(onceIn: 3)
      if !isQuiet, let transaction = history.next() {
        let isMeddled = generator.happens(onceIn: 2)
        meantime = "\(isMeddled ? "meddled" : "written"): \(transaction.script)"
        if isMeddled {
          // Manipulation can be undone, so the history may continue from another state, with writes that match no row.
          try await subject.meddle(transaction, choosing: generator.below(840))
        } else {
          try await subject.apply(transaction)
        }
      }
      do {
        try await open(isUnchanged: isQuiet && wasClosed)
      } catch let violation as LawViolation {
        throw violation.happening("\(plan), opening \(opening), before it \(meantime)")
      }
    }
    return tally
  }

  private func open(isUnchanged: Bool) async throws {
    let truth = try plan.picture(of: try await subject.truth(plan))
    let controller = try subject.makeController(plan.requestWithCache, sectionBy: plan.sectionBy)
    plan.extent.constrain(controller)
    controller.options.cache?.folder = folder
    // The file of a short list has many leaves, too.
    controller.options.cache?.leafRows = 2
    try await controller.performFetch(.sections)
    try check(controller, truth)
    count(controller.diagnostics.cache, isUnchanged: isUnchanged)
    if generator.happens(onceIn: 3) {
      try await waitForContents(of: controller)
      try check(controller, truth)
    }
    wasClosed = !generator.happens(onceIn: 6)
    if wasClosed { await controller.close() } else { controller.stop() }
    let diagnostics = controller.diagnostics
    lastClosing =
      "\(diagnostics.cache?.outcome.rawValue ?? "no cache"), written \(diagnostics.cacheWrites) times, "
      + (diagnostics.cacheProblem ?? "no problem")
  }

  private func count(_ report: SectionCacheReport?, isUnchanged: Bool) {
    tally.openings += 1
    switch report?.outcome {
    case .hit: tally.hits += 1
    case .caughtUp: tally.catchUps += 1
    case .miss, nil: break
    }
    guard isUnchanged else { return }
    tally.unchanged += 1
    if report?.outcome == .hit {
      tally.unchangedHits += 1
    } else {
      tally.needlessMisses["\(report?.reason ?? "no report") (\(lastClosing))", default: 0] += 1
    }
  }

  private func waitForContents(of controller: ResultsController<StoredRow>) async throws {
    let deadline = ContinuousClock.now + LawSuite.patience
    while !controller.results.isLoaded {
      guard ContinuousClock.now < deadline else {
        throw LawViolation(.cache, "the contents were never read; status \(controller.status)")
      }
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  private func check(_ controller: ResultsController<StoredRow>, _ truth: ListPicture) throws {
    let shown = controller.results
    let report = controller.diagnostics.cache
    let name = "the list (\(report.map { "\($0.outcome), \($0.reason)" } ?? "no cache"))"
    let expected = plan.counted(shown, of: truth)
    if let difference = HeldPicture(shown).difference(from: expected, calling: name) {
      throw LawViolation(.cache, difference)
    }
  }
}

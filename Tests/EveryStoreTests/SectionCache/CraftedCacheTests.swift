import Foundation
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

@testable import Sectional

/// Files with correct checksums and wrong contents.
///
/// None of them may crash the program, no matter what is shown.
@MainActor @Suite(.serialized) struct CraftedCacheTests {
  private let bench: CacheBench
  private let store: SQLiteStore
  private let place: String
  private let original: CraftedFile

  init() async throws {
    // Enough rows that some have the same beginning.
    let bench = try CacheBench(
      rows: (0..<150).map { "(\($0), 'name \($0 * 7 % 50)', 'team \($0 % 12)')" }
        .joined(separator: ", "))
    try await bench.keep()
    let name = try #require(bench.folder.fileNames.first)
    self.bench = bench
    store = try bench.file.store()
    place = bench.folder.path + "/" + name
    original = CraftedFile(Array(try Data(contentsOf: URL(filePath: place))))
  }

  private func open() async throws -> ResultsController<Item> {
    let controller = bench.list(over: store, tracksChanges: false, keeping: false)
    try await controller.performFetch(.sections)
    return controller
  }

  /// Reads everything that can be read before the contents are available.
  @discardableResult private func read(_ results: ResultsList<Item>) -> Int {
    var seen = results.sectionIndexTitles.count + results.rows.keys.count
    for section in results {
      let keys = section.rows.keys
      seen += section.key == .null ? 1 : 0
      seen += section.name.utf8.count + section.count + keys.flatMap(\.values).count
      if let key = keys.last, results.path(forKey: key) != nil { seen += 1 }
    }
    seen += ResultsSnapshot(results).sectionIdentifiers.count
    return seen
  }

  /// Returns the results that an outline would show.
  private func results(
    of outline: Outline, like shown: ResultsList<Item>
  ) -> ResultsList<Item> {
    var base = shown.list.base
    base.outline = outline
    return ResultsList(
      PresentedList(base), mapping: shown.mapping, indexTitle: shown.indexTitle)
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `a cache file with overwritten numbers and rows does not crash`(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let shown = try await open()
    #expect(shown.diagnostics.cache?.outcome == .hit)
    let results = shown.results
    var accepted = 0
    for number in 0..<150 {
      var file = original
      file.damage(&generator)
      if let outline = file.outline {
        accepted += 1
        read(self.results(of: outline, like: results))
      }
      if number % 20 == 0 { try await openingSurvives(file) }
      await Task.yield()
    }
    #expect(accepted > 10)
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `a cache file with an invented outline does not crash`(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: 1000 + seed)
    let shown = try await open()
    let results = shown.results
    var accepted = 0
    for number in 0..<100 {
      var file = original
      file.invent(&generator)
      if let outline = file.outline {
        accepted += 1
        read(self.results(of: outline, like: results))
      }
      if number % 20 == 0 { try await openingSurvives(file) }
      await Task.yield()
    }
    #expect(accepted > 80)
  }

  /// Opens the list with a file; the contents that follow are correct no matter what the file showed.
  private func openingSurvives(_ file: CraftedFile) async throws {
    try Data(file.bytes).write(to: URL(filePath: place))
    let controller = try await open()
    if !controller.results.isLoaded { read(controller.results) }
    try await wait { controller.results.isLoaded }
    #expect(controller.results.numberOfObjects == 150)
    #expect(controller.results.count == 12)
  }

  // A section key that no calendar produces can only come from a crafted file.
  @Test(arguments: CalendarUnit.allCases)
  func `a calendar section has a name for any number`(unit: CalendarUnit) async {
    switch unit {
    case .day: await #expect(processExitsWith: .success) { nameExtremes(.day) }
    case .week: await #expect(processExitsWith: .success) { nameExtremes(.week) }
    case .month: await #expect(processExitsWith: .success) { nameExtremes(.month) }
    case .year: await #expect(processExitsWith: .success) { nameExtremes(.year) }
    }
  }
}

private func nameExtremes(_ unit: CalendarUnit) {
  for number in [.min, .min + 1, -1, 0, .max] as [Int64] { _ = unit.name(number) }
}

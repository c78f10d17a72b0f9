import Foundation
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

@testable import Sectional

/// A section cache whose counts aren't those of the list, as after a fault that no version shows.
@MainActor @Suite struct ReplacedCountsTests {
  /// A list with a window that keeps its counts.
  @MainActor private struct Kept {
    private let bench: LongListBench
    private let store: SQLiteStore
    private let folder: SectionCacheFolder

    init(rows: Int64) async throws {
      bench = try await LongListBench(.sqlite, count: rows)
      guard case .sqlite(_, let file) = bench.store.base else {
        throw StoreError(.unsupported, "the bench has a file")
      }
      store = try file.store()
      folder = SectionCacheFolder(path: file.folder.path + "/cache")
      let list = list()
      try await list.performFetch()
      try await bench.finishCounting(list)
      await list.close()
    }

    func list() -> ResultsController<Item> {
      var request = ResultsRequest<Item>.byName
      request.fetchWindowSize = 500
      let list = ResultsController(
        fetchRequest: request, store: store, sectionBy: SectionKey(\.team), cacheName: "items")
      list.options.cache?.folder = folder
      return list
    }

    var file: URL {
      get throws { URL(filePath: folder.path + "/" + (try #require(folder.fileNames.first))) }
    }

    var sections: CachedSections {
      get throws { try folder.sections(inFile: try #require(folder.fileNames.first)) }
    }
  }

  @Test func `a file that counts other rows is replaced`() async throws {
    let (kept, other) = (try await Kept(rows: 20), try await Kept(rows: 23))
    let (valid, invalid) = (try kept.sections, try other.sections)
    let bytes = try CachedSections.file(
      request: valid.request, version: valid.version, cursor: valid.cursor, origin: valid.origin,
      contents: invalid.contents)
    try Data(bytes).write(to: kept.file)
    for outcome in [SectionCacheReport.Outcome.miss, .hit] {
      let list = kept.list()
      try await list.performFetch()
      #expect(list.diagnostics.cache?.outcome == outcome)
      try await wait { list.results.numberOfObjects == 20 }
      await list.close()
    }
  }
}

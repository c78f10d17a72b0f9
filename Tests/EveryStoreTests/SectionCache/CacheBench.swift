import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// A file with items, and lists over it whose sections are kept in a folder next to it.
@MainActor final class CacheBench {
  let file: ScratchDatabase
  let folder: SectionCacheFolder

  /// Creates the file, with four items in three sections unless other rows are given as SQL.
  init(
    rows: String = "(1, 'ada', 'Red'), (2, 'bob', NULL), (3, 'cy', 'Blue'), (4, 'dan', 'Red')"
  ) throws {
    file = try ScratchDatabase("\(Item.sqlite); INSERT INTO item VALUES \(rows);")
    folder = SectionCacheFolder(path: file.folder.path + "/cache")
  }

  /// What the list of the four items shows.
  static let outline = [": 2", "Blue: 3", "Red: 1 4"]

  /// Creates a list of the items by team.
  func list(
    _ request: ResultsRequest<Item> = .byName, over store: some ResultsStore,
    named name: String? = "items",
    tracksChanges: Bool = true, keeping isWritingCache: Bool = true
  ) -> ResultsController<Item> {
    let controller = ResultsController(
      fetchRequest: request, store: store, sectionBy: SectionKey(\.team), cacheName: name,
      tracksChanges: tracksChanges)
    controller.options.cache?.folder = folder
    controller.options.cache?.isWritten = isWritingCache
    return controller
  }

  /// Opens and closes a list, so that its file exists.
  func keep(_ request: ResultsRequest<Item> = .byName) async throws {
    try await keep(request, over: try file.store())
  }

  /// Opens and closes a list over a store, whose change source alone understands the file.
  func keep(_ request: ResultsRequest<Item> = .byName, over store: some ResultsStore) async throws {
    let controller = list(request, over: store)
    try await controller.performFetch()
    await controller.close()
    try #require(controller.diagnostics.cacheProblem == nil)
    try #require(folder.fileNames.count == 1)
  }

  /// Returns the names of the sections with the ids of their rows, which are available before the contents.
  static func outline(_ results: ResultsList<Item>) -> [String] {
    results.map { section in
      let ids = section.rows.keys.flatMap(\.values).map { id in
        if case .integer(let id) = id { "\(id)" } else { "?" }
      }
      return "\(section.name): \(ids.joined(separator: " "))"
    }
  }

  /// Returns the bytes of every file next to the folder of the caches.
  func bystanders() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: file.folder.path) {
      let place = file.folder.appending(path: name)
      let type = try FileManager.default.attributesOfItem(atPath: place.path)[.type]
      guard type as? FileAttributeType == .typeRegular else { continue }
      files[name] = try Data(contentsOf: place)
    }
    return files
  }
}

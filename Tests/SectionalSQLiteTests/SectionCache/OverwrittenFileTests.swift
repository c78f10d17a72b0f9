import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting
import Testing

/// If a file is overwritten without SQLite noticing, what a list has read isn't cached for the new contents.
@MainActor @Suite(.serialized) struct OverwrittenFileTests {
  @Test(arguments: ["DELETE", "WAL"])
  func `a file that is overwritten while its list is shown is read again the next time`(
    mode: String
  ) async throws {
    let file = try ScratchDatabase(
      """
      PRAGMA journal_mode = \(mode);
      CREATE TABLE item(id INTEGER PRIMARY KEY, team TEXT); INSERT INTO item VALUES (1, 'A');
      """)
    let other = file.folder.appending(path: "other.sqlite").path
    try FileManager.default.copyItem(atPath: file.path, toPath: other)
    // Both files have had the same number of commits, so that SQLite's counters are equal.
    try file.write("UPDATE item SET team = 'ours'")
    try file.write("UPDATE item SET team = 'others'", to: "other.sqlite")
    try await Task.sleep(for: .milliseconds(50))
    let first = try list(of: file)
    try await first.performFetch()
    #expect(first.sections.map(\.name) == ["ours"])
    let handle = try FileHandle(forWritingTo: URL(filePath: file.path))
    try handle.write(contentsOf: try Data(contentsOf: URL(filePath: other)))
    try handle.close()
    await first.close()

    let second = try list(of: file)
    try await second.performFetch(.sections)
    #expect(second.sections.map(\.name) == ["others"])
    await second.close()
  }

  private func list(of file: ScratchDatabase) throws -> ResultsController<StoredRow> {
    let controller = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(source: .table("item")),
      store: try SQLiteStore(path: file.path, access: .readOnly), sectionBy: .column("team"),
      cacheName: "items")
    controller.options.cache?.folder = SectionCacheFolder(path: file.folder.path + "/cache")
    return controller
  }
}

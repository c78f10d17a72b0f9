import Foundation
import Sectional
import SectionalTesting
import Testing

@Suite struct FolderConformanceTests {
  @Test func `the folder keeps every rule`() async {
    let failures = await StoreConformance { try FolderSubject() }.failures()
    #expect(failures.isEmpty, "\(failures)")
  }
}

/// A folder under test.
struct FolderSubject: ConformanceSubject {
  /// Deletes a folder when the last reference to it is gone.
  private final class Owner: Sendable {
    let folder: URL
    init(_ folder: URL) { self.folder = folder }
    deinit { try? FileManager.default.removeItem(at: folder) }
  }

  let store: FolderStore
  private let owner: Owner
  private var hidden: URL { store.folder.appendingPathExtension("hidden") }

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "sectional-folder-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    owner = Owner(folder)
    store = FolderStore(folder: folder)
  }

  var source: FolderSource { store.changeSource() }

  func perform(_ transaction: ItemTransaction) async throws {
    var rows: [Int64: FolderItem?] = [:]
    for write in transaction.effects {
      switch write {
      case .put(let item): rows[item.id] = FolderItem(name: item.name, team: item.team)
      case .delete(let id): rows[id] = .some(nil)
      case .update(let id, let item):
        rows[id] = .some(nil)
        rows[item.id] = FolderItem(name: item.name, team: item.team)
      }
    }
    try store.write(rows)
  }

  func fail(_ fails: Bool) async throws {
    let (from, to) = fails ? (store.folder, hidden) : (hidden, store.folder)
    try FileManager.default.moveItem(at: from, to: to)
  }
}

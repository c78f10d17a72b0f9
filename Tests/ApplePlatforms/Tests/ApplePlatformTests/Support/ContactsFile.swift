import Foundation
import Sectional
import SectionalSQLite

@testable import Recipes

/// An SQLite file with three contacts in its own folder, and what should be in it.
@MainActor
final class ContactsFile {
  let store: SQLiteStore
  /// The contacts that were written, by their keys.
  private(set) var contacts: [Int64: Contact] = [:]
  private let folder: URL

  init() async throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "sectional-apple-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    store = try SQLiteStore(path: folder.appending(path: "contacts.sqlite").path)
    try await store.write { db in
      try db.execute(
        """
        CREATE TABLE contact (
          id INTEGER PRIMARY KEY, name TEXT NOT NULL, team TEXT, starred INTEGER NOT NULL DEFAULT 0)
        """)
    }
    try await put(
      Contact(id: 1, name: "Ada", team: "Analysts"),
      Contact(id: 2, name: "Grace", team: "Compilers"),
      Contact(id: 3, name: "Kurt", team: nil))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Writes contacts and takes some out, in one transaction.
  func put(_ new: Contact..., without gone: [Int64] = []) async throws {
    try await write(new, without: gone)
  }

  /// A transaction that inserts, deletes, moves and updates rows and sections.
  func edit(seed: UInt64) async throws {
    var random = Randomness(seed: seed)
    var (new, gone): ([Contact], [Int64]) = ([], [])
    for id in Set((0...random.below(4)).map { _ in Int64(1 + random.below(12)) }) {
      let name = "\(["Ada", "Bo", "Cy", "Di"][random.below(4)]) \(random.below(9))"
      let team = ["A", "B", "C", nil, "D"][random.below(5)]
      if random.below(4) == 0 {
        gone.append(id)
      } else {
        new.append(Contact(id: id, name: name, team: team))
      }
    }
    try await write(new, without: gone)
  }

  /// The names in sections, in the order of a function of each contact, then of names and keys.
  func names(by section: (Contact) -> String) -> [[String]] {
    Dictionary(grouping: contacts.values, by: section).sorted { $0.key < $1.key }
      .map { $0.value.sorted { ($0.name, $0.id) < ($1.name, $1.id) }.map(\.name) }
  }

  private func write(_ new: [Contact], without gone: [Int64]) async throws {
    try await store.write { db in
      for id in gone { try db.delete(Contact(id: id, name: "", team: nil)) }
      for contact in new { try db.upsert(contact) }
    }
    for id in gone { contacts[id] = nil }
    for contact in new { contacts[contact.id] = contact }
  }
}

/// Numbers that are the same for the same seed.
struct Randomness {
  private var state: UInt64

  init(seed: UInt64) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}

import Foundation
import Sectional
import TestSupport
import Testing

/// Sections that exist even without rows.
@MainActor @Suite struct DeclaredSectionTests {
  private static let levels = SectionKey<StoredRow>.column("team")
    .ordered(as: ["high", "normal", "low"], showsEmpty: true)

  private func list(
    _ kind: StoreKind, _ items: [Item] = [],
    by section: SectionKey<StoredRow> = DeclaredSectionTests.levels
  ) async throws -> CheckedList {
    try await CheckedList(try await TestStore(kind, of: Item.self, items), section)
  }

  @Test(arguments: StoreKind.allCases)
  func `sections are filled and emptied, first, in the middle and last`(
    kind: StoreKind
  ) async throws {
    let list = try await list(kind)
    let empty = ["high:", "normal:", "low:"]
    #expect(list.picture == empty)
    #expect(list.controller.results.numberOfObjects == 0)
    for (place, team) in ["high", "normal", "low"].enumerated() {
      let filled = try await list.write { $0.insert(Item(1, "a", team)) }
      var picture = empty
      picture[place] += " 1"
      #expect(list.picture == picture)
      #expect(filled.map(\.sectionInserts) == [[]])
      #expect(filled.first?.rowChanges.map(\.newIndexPath) == [IndexPath(indexes: [place, 0])])
      #expect(filled.first?.rowChanges.map(\.isToInsertedSection) == [false])
      let emptied = try await list.write { $0.delete(Item(1, "")) }
      #expect(list.picture == empty)
      #expect(emptied.map(\.sectionDeletes) == [[]])
      #expect(emptied.first?.rowChanges.map(\.indexPath) == [IndexPath(indexes: [place, 0])])
      #expect(emptied.first?.rowChanges.map(\.isFromDeletedSection) == [false])
      #expect(emptied.first?.tableUpdates.deletes == [IndexPath(indexes: [place, 0])])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a row moves between declared sections, whether others are in them or not`(
    kind: StoreKind
  ) async throws {
    let list = try await list(kind, [Item(1, "a", "low")])
    for (team, picture) in [
      ("high", ["high: 1", "normal:", "low:"]), ("normal", ["high:", "normal: 1", "low:"]),
      ("low", ["high:", "normal:", "low: 1"]),
    ] {
      let changes = try await list.write { $0.update(Item(1, "a", team)) }
      #expect(list.picture == picture)
      #expect(changes.flatMap(\.rowChanges).map(\.kind) == [.move])
      #expect(changes.flatMap(\.tableUpdates.moves).count == 1)
      #expect(changes.allSatisfy { $0.sectionDeletes.isEmpty && $0.sectionInserts.isEmpty })
    }
    try await list.write { $0.insert(Item(2, "b", "high")) }
    let swapped = try await list.write { batch in
      batch.update(Item(1, "a", "high"))
      batch.update(Item(2, "b", "low"))
    }
    #expect(list.picture == ["high: 1", "normal:", "low: 2"])
    #expect(swapped.flatMap(\.rowChanges).map(\.kind) == [.move, .move])
  }

  @Test(arguments: StoreKind.allCases)
  func `other sections come and go between those that are declared`(kind: StoreKind) async throws {
    let list = try await list(kind, by: .column("team").declaring(["b", "d"]).named(nil: "-"))
    #expect(list.picture == ["b:", "d:"])
    let come = try await list.write { batch in
      for (id, team) in ["a", "c", "e", nil].enumerated() {
        batch.insert(Item(Int64(id), "n", team))
      }
    }
    #expect(list.picture == ["-: 3", "a: 0", "b:", "c: 1", "d:", "e: 2"])
    #expect(come.map(\.sectionInserts) == [[0, 1, 3, 5]])
    try await list.write { $0.update(Item(1, "n", "d")) }
    #expect(list.picture == ["-: 3", "a: 0", "b:", "d: 1", "e: 2"])
    let moved = try await list.write { batch in
      batch.update(Item(1, "n", "c"))
      batch.update(Item(0, "n", "b"))
    }
    #expect(list.picture == ["-: 3", "b: 0", "c: 1", "d:", "e: 2"])
    #expect(moved.map(\.sectionDeletes) == [[1]] && moved.map(\.sectionInserts) == [[2]])
    let gone = try await list.write { batch in
      for id in 0..<4 { batch.delete(Item(Int64(id), "")) }
    }
    #expect(list.picture == ["b:", "d:"])
    #expect(gone.map(\.sectionDeletes) == [[0, 2, 4]])
  }

  @Test(arguments: StoreKind.allCases)
  func `rows, keys and paths count the sections without rows`(kind: StoreKind) async throws {
    let list = try await list(kind, [Item(1, "a", "low"), Item(2, "b", "x"), Item(3, "c", "low")])
    #expect(list.picture == ["high:", "normal:", "low: 1 3", "x: 2"])
    let results = list.controller.results
    #expect(results.map(\.key) == ["high", "normal", "low", "x"])
    #expect(results.map(\.count) == [0, 0, 2, 1])
    #expect(results[0].isEmpty && Array(results[1].rows).isEmpty)
    for (path, id) in [((2, 0), 1), ((2, 1), 3), ((3, 0), 2)] as [((Int, Int), Int64)] {
      let path = IndexPath(indexes: [path.0, path.1])
      #expect(results.object(at: path).key == RowKey([.integer(id)]))
      #expect(results.row(ifLoaded: path)?.key == RowKey([.integer(id)]))
      #expect(results.indexPath(forKey: RowKey([.integer(id)])) == path)
      #expect(results.indexPath(forObject: results.object(at: path)) == path)
    }
    for (place, key) in ["high", "normal", "low", "x"].enumerated() {
      #expect(results.section(forKey: .text(key)) == place)
    }
    #expect(results.section(forKey: "y") == nil && results.section(forKey: .null) == nil)
    #expect(results.indexPath(forKey: RowKey([9])) == nil)
    let identifiers = ResultsSnapshotKeeper()
    list.controller.snapshotDelegate = identifiers
    try await list.write { $0.delete(Item(2, "")) }
    #expect(identifiers.last?.sectionIdentifiers == ["high", "normal", "low"])
    #expect(identifiers.last?.itemIdentifiers(inSection: "high") == [])
    #expect(identifiers.last?.itemIdentifiers(inSection: "low").count == 2)
  }

  @Test(arguments: StoreKind.allCases)
  func `sections are declared and left out by new requests`(kind: StoreKind) async throws {
    let list = try await list(kind, [Item(1, "a", "b")], by: .column("team"))
    let declared = try await list.regroup(by: .column("team").declaring(["a", "b", "c"]))
    #expect(list.picture == ["a:", "b: 1", "c:"])
    #expect(declared.map(\.sectionInserts) == [[0, 2]] && declared.map(\.sectionDeletes) == [[]])
    #expect(declared.flatMap(\.rowChanges).isEmpty)
    let others = try await list.regroup(by: .column("team").declaring(["b", "c", "d"]))
    #expect(list.picture == ["b: 1", "c:", "d:"])
    #expect(others.map(\.sectionInserts) == [[2]] && others.map(\.sectionDeletes) == [[0]])
    #expect(try await list.regroup(by: .column("team").declaring(["d", "c", "d"])).isEmpty)
    let reversed = try await list.regroup(by: .column("team").declaring(["c"]).ordered(.reverse))
    #expect(list.picture == ["c:", "b: 1"])
    #expect(reversed.count == 1)
    try await list.regroup(by: nil)
    #expect(list.picture == [": 1"])
    try await list.regroup(by: .column("team").declaring(["c"]))
    #expect(list.picture == ["b: 1", "c:"])
  }
}

/// Keeps what a diffable data source is told last.
@MainActor private final class ResultsSnapshotKeeper: ResultsSnapshotDelegate {
  var last: ResultsSnapshot<StoredRow>?

  func controller(
    _ controller: ResultsController<StoredRow>,
    didChangeContentWith snapshot: ResultsSnapshot<StoredRow>
  ) { last = snapshot }
}

import Foundation
import Sectional
import SectionalTesting
import TestSupport
import Testing

/// What people see of a sequence of updates can be changed while it is iterated.
@Suite struct UpdatesControlTests {
  private func shown(_ update: ResultsUpdate<Item>?) -> [String] {
    update?.results.map { "\($0.name): \($0.map(\.name).joined(separator: " "))" } ?? []
  }

  @Test(arguments: StoreKind.allCases)
  func `sections are collapsed and expanded while a sequence is iterated`(kind: StoreKind)
    async throws
  {
    let store = try await TestStore(kind, of: Item.self)
    try await store.write { db in
      for (id, team) in [(1, "Red"), (2, "Blue"), (3, "Red")] as [(Int64, String)] {
        db.insert(Item(id, "n\(id)", team))
      }
    }
    let control = UpdatesControl()
    let updates = store.updates(.byName, sectionBy: SectionKey(\.team))
    var (controlled, whole) = (
      updates.controlled(by: control).makeAsyncIterator(), updates.makeAsyncIterator()
    )
    #expect(shown(try await controlled.next()) == ["Blue: n2", "Red: n1 n3"])
    _ = try await whole.next()
    control.sectionDisplay.collapse(.text("Red"))
    let collapsed = try #require(try await controlled.next())
    #expect(shown(collapsed) == ["Blue: n2", "Red: "])
    #expect(collapsed.changeset?.rowChanges.map(\.kind) == [.delete, .delete])
    #expect(collapsed.changeset?.sectionInfoUpdates == [1])
    // Only the count of a hidden row's section changes.
    try await store.write { $0.insert(Item(4, "n4", "Red")) }
    let counted = try #require(try await controlled.next())
    #expect(counted.changeset?.rowChanges.isEmpty == true)
    #expect(counted.results[1].totalCount == 3)
    control.sectionDisplay = SectionDisplay(rows: .last(1))
    let last = try #require(try await controlled.next())
    #expect(shown(last) == ["Blue: n2", "Red: n4"])
    #expect(last.changeset?.rowChanges.map(\.kind) == [.insert])
    control.sectionDisplay = .all
    #expect(shown(try await controlled.next()) == ["Blue: n2", "Red: n1 n3 n4"])
    // Others see all of it.
    #expect(shown(try await whole.next()) == ["Blue: n2", "Red: n1 n3 n4"])
  }

  @Test func `rows of a slice are hidden after others beside it changed unseen`() async throws {
    let store = try await TestStore(.memory, of: Item.self)
    try await store.write { db in
      for id in 10..<40 { db.insert(Item(Int64(id), "n\(id)", "Red")) }
    }
    var request = ResultsRequest<Item>.byName
    (request.fetchOffset, request.fetchLimit) = (10, 5)
    let (control, gate) = (UpdatesControl(), ReadGate())
    let updates = store.updates(request, through: gate).controlled(by: control)
    let (opened, bell) = AsyncStream<Void>.makeStream()
    let first = Task {
      for try await update in updates {
        if let changeset = update.changeset {
          return (changeset.tableUpdates, update.results.rows.map(\.name))
        }
        bell.yield()
      }
      throw CancellationError()
    }
    for await _ in opened { break }
    gate.close()
    // Both rows stay before the slice.
    for (id, name) in [(17, "a"), (16, "b")] as [(Int64, String)] {
      try await store.write { $0.update(Item(id, name, "Red")) }
      try await wait(for: "a look") { gate.waiting == 1 }
      if id == 17 { gate.letThrough(1) }
    }
    control.sectionDisplay = SectionDisplay(rows: .first(2))
    gate.open()
    let (changes, names) = try await first.value
    #expect(names == ["n20", "n21"])
    #expect(changes.inserts.isEmpty && changes.deletes.count == 3)
    #expect(Set(changes.deletes) == [[0, 2], [0, 3], [0, 4]])
  }

  @Test(arguments: StoreKind.allCases)
  func `a sequence that begins at its end loads earlier rows`(kind: StoreKind) async throws {
    let store = try await TestStore(kind, of: Item.self)
    try await store.write { db in
      for id in 1...9 { db.insert(Item(Int64(id), "n\(id)", "Red")) }
    }
    var request = ResultsRequest<Item>.byName
    request.fetchLast = 3
    let control = UpdatesControl()
    var iterator = store.updates(request).controlled(by: control).makeAsyncIterator()
    func next() async throws -> [String]? {
      try await iterator.next()?.results.rows.map(\.name)
    }
    #expect(try await next() == ["n7", "n8", "n9"])
    control.loadEarlier(2)
    #expect(try await next() == ["n5", "n6", "n7", "n8", "n9"])
    control.loadEarlier(100)
    let whole = try #require(try await iterator.next())
    #expect(whole.results.numberOfObjects == 9 && !whole.results.hasEarlierRows)
    control.trim(to: 4)
    let trimmed = try #require(try await iterator.next())
    #expect(trimmed.results.rows.map(\.name) == ["n6", "n7", "n8", "n9"])
    #expect(trimmed.results.hasEarlierRows)
    control.loadEarlier(5)
    // Whether there are more isn't known yet.
    #expect(try await next()?.count == 9)
    control.loadEarlier(1)
    let known = try #require(try await iterator.next())
    #expect(known.changeset == nil && !known.results.hasEarlierRows)
  }
}

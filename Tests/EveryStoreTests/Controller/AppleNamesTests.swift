import Sectional
import SectionalTesting
import TestSupport
import Testing

/// Members of `NSFetchedResultsController` that read what a list holds.
@MainActor @Suite struct AppleNamesTests {
  @Test(arguments: StoreKind.allCases)
  func `sections have objects and titles, and the list its store`(kind: StoreKind) async throws {
    let store = try await TestStore(
      kind, of: Item.self, [Item(1, "ada", "red"), Item(2, "bob", "blue"), Item(3, "cy", "red")])
    let list = store.list(.byName, sectionBy: SectionKey(\Item.team))
    try await list.performFetch()
    #expect(list.sections.map { $0.objects.map(\.name) } == [["bob"], ["ada", "cy"]])
    #expect(list.sections.map(\.numberOfObjects) == [1, 2])
    #expect(list.sectionIndexTitle(forSectionName: "red") == "R")
    #expect(list.sectionIndexTitle(forSectionName: "") == nil)
    #expect(list.store as AnyObject === store.store as AnyObject)
  }

  @Test(arguments: StoreKind.allCases)
  func `there are no fetched objects before the first fetch has succeeded`(
    kind: StoreKind
  ) async throws {
    let store = try await TestStore(kind, of: Item.self)
    let list = store.list(.byName)
    #expect(list.fetchedObjects == nil)
    #expect(list.sections.map(\.numberOfObjects) == [0])
    #expect(list.indexPath(forObject: Item(1, "ada", "red")) == nil)
    try await list.performFetch()
    #expect(list.fetchedObjects?.count == 0)
    list.stop()
    #expect(list.fetchedObjects?.count == 0)

    let broken = store.list(ResultsRequest<Stray>())
    await #expect(throws: StoreError.self) { try await broken.performFetch() }
    #expect(broken.fetchedObjects == nil)
  }

  private struct Stray: StoredRecord {
    var id: Int64
    static let table = RecordTable(
      "stray", RecordColumn("id", \.id, primaryKey: true), row: Stray.init)
  }
}

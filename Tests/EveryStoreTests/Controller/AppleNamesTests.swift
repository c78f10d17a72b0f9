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
}

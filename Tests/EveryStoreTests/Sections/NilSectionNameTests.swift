import Sectional
import TestSupport
import Testing

/// What the section of records without a value is called.
@MainActor @Suite struct NilSectionNameTests {
  private let items = [Item(1, "ada", "Red"), Item(2, "bob"), Item(3, "cy", "No team")]

  private func list(
    _ kind: StoreKind, _ section: SectionKey<Item>
  ) async throws -> (list: ResultsController<Item>, store: TestStore) {
    let store = try await TestStore(kind, of: Item.self, items)
    let list = store.list(ResultsRequest<Item>.byName, sectionBy: section)
    try await list.performFetch()
    return (list, store)
  }

  @Test(arguments: StoreKind.allCases)
  func
    `the section of nil has the name that was chosen, and stays apart from a section of that text`(
      kind: StoreKind
    ) async throws
  {
    let (list, store) = try await list(kind, SectionKey(\.team).named(nil: "No team"))
    defer { withExtendedLifetime(store) {} }
    #expect(list.sections.map(\.name) == ["No team", "No team", "Red"])
    #expect(list.sections.map(\.key) == [.null, "No team", "Red"])
    #expect(list.sectionIndexTitles == ["N", "N", "R"])
  }

  @Test(arguments: StoreKind.allCases)
  func `another name alone is told as the update of a section`(kind: StoreKind) async throws {
    let (list, store) = try await list(kind, SectionKey(\.team))
    defer { withExtendedLifetime(store) {} }
    let recorder = ChangesetRecorder<Item>()
    list.changesetDelegate = recorder
    try await list.setRequest(
      .byName, sectionBy: SectionKey(\.team).named(nil: "Nobody's"))
    #expect(list.sections.map(\.name) == ["Nobody's", "No team", "Red"])
    #expect(recorder.changesets.map(\.sectionUpdates) == [[0]])
    #expect(recorder.changesets[0].rowChanges.isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func `derived sections have it too`(kind: StoreKind) async throws {
    let (list, store) = try await list(kind, .firstLetter(of: \.team).named(nil: "–"))
    defer { withExtendedLifetime(store) {} }
    #expect(list.sections.map(\.name) == ["–", "N", "R"])
  }

  @Test(arguments: StoreKind.allCases)
  func `the section of nil has an empty name and no index title unless one was chosen`(
    kind: StoreKind
  ) async throws {
    let (list, store) = try await list(kind, SectionKey(\.team))
    defer { withExtendedLifetime(store) {} }
    #expect(list.sections.map(\.name) == ["", "No team", "Red"])
    #expect(list.sectionIndexTitles == ["N", "R"])
  }
}

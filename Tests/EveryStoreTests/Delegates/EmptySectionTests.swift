import Foundation
import Sectional
import TestSupport
import Testing

/// What setting a new request reports if the list is empty before, after or both.
///
/// A list without a section key has one section even if it is empty; an empty list with one has none. So a change of
/// the key inserts or deletes sections although no row changes.
@MainActor @Suite struct EmptySectionTests {
  private let recorder = ChangesetRecorder<Item>()

  /// Checks that a table view shows the list after each reported change set.
  private func check(
    _ recorder: ChangesetRecorder<Item>, from sectionCount: Int,
    _ controller: ResultsController<Item>
  ) throws {
    var count = sectionCount
    for changeset in recorder.changesets {
      #expect(changeset.before.count == count)
      count += changeset.sectionInserts.count - changeset.sectionDeletes.count
      #expect(changeset.after.count == count)
    }
    #expect(controller.sections.count == count)
  }

  @Test(arguments: StoreKind.allCases, [false, true])
  func `changing the section key reports the sections that are added and removed`(
    kind: StoreKind, toSections: Bool
  ) async throws {
    try await regroup([], on: kind, toSections: toSections)
    try await regroup(
      [Item(1, "ada", "Red"), Item(2, "bob", "Tan")], on: kind, toSections: toSections)
  }

  private func regroup(_ items: [Item], on kind: StoreKind, toSections: Bool) async throws {
    let recorder = ChangesetRecorder<Item>()
    let sections = SectionKey<Item>(\.team)
    let bench = try await ControllerBench(kind, items, sectionBy: toSections ? nil : sections)
    bench.controller.changesetDelegate = recorder
    try await bench.controller.performFetch()
    let before = bench.controller.sections.count
    try await bench.controller.setRequest(.byName, sectionBy: toSections ? sections : nil)
    let expected = toSections ? Set(items.map(\.team)).count : 1
    #expect(bench.controller.sections.count == expected)
    try check(recorder, from: before, bench.controller)
    // The next commit continues from there.
    try await bench.write { $0.insert(Item(9, "zoe", "Violet")) }
    #expect(bench.controller.sections.count == (toSections ? expected + 1 : 1))
    try check(recorder, from: before, bench.controller)
  }

  @Test(arguments: StoreKind.allCases)
  func `grouping an empty list removes its empty section`(kind: StoreKind)
    async throws
  {
    let none = ResultsRequest<Item>(predicate: #Predicate { $0.name == "nobody" })
    let bench = try await ControllerBench(kind, [Item(1, "ada", "Red")], none, sectionBy: nil)
    bench.controller.changesetDelegate = recorder
    try await bench.controller.performFetch()
    try await bench.controller.setRequest(.byName, sectionBy: SectionKey(\.team))
    #expect(bench.picture == ["Red: ada"])
    try check(recorder, from: 1, bench.controller)
  }

  @Test(arguments: StoreKind.allCases)
  func `a list that becomes empty without a section key has one empty section`(kind: StoreKind)
    async throws
  {
    let none = ResultsRequest<Item>(predicate: #Predicate { $0.name == "nobody" })
    let bench = try await ControllerBench(kind, [Item(1, "ada", "Red")])
    bench.controller.changesetDelegate = recorder
    try await bench.controller.performFetch()
    try await bench.controller.setRequest(none, sectionBy: nil)
    #expect(bench.picture == [": "])
    try check(recorder, from: 1, bench.controller)
  }
}

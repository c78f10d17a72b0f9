import Sectional
import TestSupport
import Testing

/// How changes look when they are printed.
@MainActor @Suite struct ChangeDescriptionTests {
  @Test func `a printed change set says what happened to which row`() async throws {
    let bench = try await ControllerBench(
      .memory, [Item(1, "ada", "Red"), Item(2, "bob", "Red"), Item(3, "cy", "Tan")])
    let recorder = ChangesetRecorder<Item>()
    bench.controller.changesetDelegate = recorder
    try await bench.controller.performFetch()
    try await bench.write { db in
      db.update(Item(1, "ada", "Blue"))
      db.delete(Item(3, "cy", "Tan"))
      db.insert(Item(4, "dan", "Red"))
    }
    let changeset = try #require(recorder.changesets.first)
    #expect(
      "\(changeset)"
        == "delete section 1, insert section 0, delete (3) from 1.0, insert (4) to 1.1, "
        + "move (1) from 0.0 to 0.0")
    #expect("\(changeset.rowChanges[0])" == "delete (3) from 1.0")
  }
}

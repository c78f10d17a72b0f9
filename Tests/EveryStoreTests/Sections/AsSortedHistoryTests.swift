import Sectional
import SectionalPostgres
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Sections that move, are split and are repaired, over long histories.
@MainActor @Suite struct AsSortedHistoryTests {
  private let request = ResultsRequest<StoredRow>(
    source: .table("visit"), sortBy: [SortKey(.column("level"))])

  /// Follows a history, and compares each state with a simple model.
  private func follow(
    _ seed: UInt64, steps: Int, _ list: RecordedList,
    _ write: ([Visit], [Visit]) async throws -> Void
  ) async throws {
    var history = AsSortedHistory(seed: seed)
    var expected: [String] = []
    var torn = 0
    for step in 1...steps {
      let (written, deleted) = history.step()
      try await write(written, deleted)
      if let picture = history.picture {
        expected = picture
        try await list.wait { list.picture == picture && list.error == nil }
      } else {
        torn += 1
        try await list.wait { list.error?.code == .outOfOrderSection }
      }
      #expect(list.picture == expected, "seed \(seed), step \(step)")
      if let violation = list.violation {
        Issue.record("seed \(seed), step \(step): \(violation)")
        return
      }
    }
    #expect(torn > steps / 30)
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `change sets over memory lead from each state to the next`(seed: UInt64) async throws {
    let stores = try await RecordStores<Visit>(sqlite: Visit.sqlite)
    let list = try await RecordedList(
      request, stores.memory, sectionBy: SectionKey.column("team").asSorted)
    try await follow(seed, steps: 400, list) { written, deleted in
      try stores.memory.write { transaction in
        for visit in deleted { try transaction.delete(visit) }
        for visit in written { try transaction.upsert(visit) }
      }
    }
  }

  @Test(arguments: 4...5 as ClosedRange<UInt64>)
  func `change sets over a file lead from each state to the next`(seed: UInt64) async throws {
    let stores = try await RecordStores<Visit>(sqlite: Visit.sqlite)
    let list = try await RecordedList(
      request, stores.sqlite, sectionBy: SectionKey.column("team").asSorted)
    try await follow(seed, steps: 200, list) { written, deleted in
      _ = try await stores.sqlite.write { transaction in
        for visit in deleted { try transaction.delete(visit) }
        for visit in written { try transaction.upsert(visit) }
      }
    }
  }

  @Test func `change sets over a server lead from each state to the next`() async throws {
    let stores = try await RecordStores<Visit>()
    let list = try await RecordedList(
      request, stores.postgres, sectionBy: SectionKey.column("team").asSorted)
    try await follow(6, steps: 100, list) { written, deleted in
      try await stores.postgres.write { transaction in
        for visit in deleted { try await transaction.delete(visit) }
        for visit in written { try await transaction.upsert(visit) }
      }
    }
  }
}

import Sectional
import SectionalPostgres
import SectionalTesting
import TestSupport
import Testing

/// What becomes of the texts that name servers.
@Suite(.serialized) struct ConnectionStringTests {
  @Test func `stores that never connect leave no memory behind`() throws {
    var growth: [Int] = []
    // Other tests use memory at the same time, but what is lost is lost in each round.
    for _ in 0..<8 {
      guard let before = ProcessUse.now else { return }
      for _ in 0..<5_000 { _ = try PostgresStore("host=/nowhere user=somebody dbname=nothing") }
      growth.append((ProcessUse.now?.bytes ?? 0) - before.bytes)
      // The options of one text take three kilobytes.
      if growth.last.map({ $0 < 5_000 * 1_000 }) == true { return }
    }
    Issue.record("\(growth) bytes in rounds of 5,000 stores")
  }

  @Test func `a setting that the server refuses is an error that trying again doesn't mend`()
    async throws
  {
    let database = try await ScratchServerDatabase()
    let store = try database.store(["options": "-c nonsense=1"])
    let error = await #expect(throws: StoreError.self) {
      try await store.read { _ in }
    }
    #expect(error?.code == .cannotOpen)
    #expect(error?.message.contains("PGOPTIONS") == true)
  }
}

import TestSupport

@testable import Sectional

/// A store in memory whose lists look together; a test can hold its reads, or make them fail.
final class SharedStore: SharingStore {
  typealias Version = Int
  typealias Reader = MemoryReader

  let base: MemoryStore
  let sharing = StoreSharing()
  /// Holds reads before they begin.
  let entrance = ReadGate()
  /// Holds reads whose transaction has begun, before anything is read.
  let beginning = ReadGate()
  // State: guarded by its lock.
  private let counts = Locked(Counts())

  private struct Counts {
    var reads = 0
    /// The number of the read that fails.
    var failing = 0
  }

  init() throws {
    base = MemoryStore(
      try MemoryTable("item", columns: ["id", "name"], primaryKey: ["id"]))
  }

  /// The number of reads so far.
  var reads: Int { counts.withLock { $0.reads } }

  /// Makes a read fail: the next one, or one after it.
  func failOnce(after others: Int = 0) {
    counts.withLock { $0.failing = $0.reads + others + 1 }
  }

  /// The number of owners of each list with all rows.
  var owners: [Int] { sharing.members(of: .list(.table("item"), nil)) }

  /// Writes a row, which is a commit.
  func write(_ id: Int64, _ name: String = "a", _ tag: WriteTag? = nil) throws {
    try base.write(tag: tag) { try $0.upsert([.integer(id), .text(name)], into: "item") }
  }

  var executor: any SerialExecutor { base.executor }

  func read<Output: Sendable>(
    _ body: (MemoryReader) async throws -> Output
  ) async throws -> Output {
    await entrance.pass()
    let fails = counts.withLock { counts in
      counts.reads += 1
      return counts.reads == counts.failing
    }
    if fails { throw StoreError(.readFailed, "the read failed") }
    return try await base.read { reader in
      await beginning.pass()
      return try await body(reader)
    }
  }

  func changeSource() -> SharedSource { SharedSource(store: self) }
}

/// What was written to a store in memory whose lists look together.
struct SharedSource: ChangeSource {
  typealias Store = SharedStore

  let store: SharedStore

  func run(_ doorbell: Doorbell) async throws {
    try await store.base.changeSource().run(doorbell)
  }

  func changes(
    in region: TableRegion, since cursor: Int?, _ reader: MemoryReader
  ) async throws -> StoreChanges<Int> {
    try await store.base.changeSource().changes(in: region, since: cursor, reader)
  }
}

import Sectional
import SectionalSQLite
import SectionalTesting
import Synchronization
import TestSupport
import Testing

/// Concurrent reads and writes of many tasks.
@Suite struct WriteConcurrencyTests {
  private let file: ScratchDatabase
  private let store: SQLiteStore
  private let count = ResultsRequest<Item>.byName

  init() async throws {
    file = try ScratchDatabase()
    store = try file.store()
    try await store.write { db in
      try db.execute(Item.sqlite)
      for id in 0..<10 { try db.insert(Item(Int64(id), "0")) }
    }
  }

  @Test func `no increment of concurrent tasks is lost`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<20 {
        group.addTask { [store] in
          for _ in 0..<10 {
            try await store.write { db in
              try db.execute(
                "UPDATE item SET name = CAST(name AS INT) + 1 WHERE id = ?", [Int64(task % 10)])
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(
      try file.write("SELECT sum(CAST(name AS INT)), min(name), max(name) FROM item")
        == "200|20|20\n")
  }

  @Test func `bodies of concurrent writes never overlap`() async throws {
    let inside = Counter()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask { [store] in
          try await store.write { db in
            #expect(inside.add(1) == 1)
            try db.execute("UPDATE item SET team = 'x'")
            inside.add(-1)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private final class Counter: Sendable {
    // State: guarded by the mutex.
    private let value = Mutex(0)

    @discardableResult func add(_ number: Int) -> Int {
      value.withLock { value in
        value += number
        return value
      }
    }
  }

  @Test(arguments: ["WAL", "DELETE"])
  func `a list shows one snapshot while many tasks write`(mode: String) async throws {
    let file = try ScratchDatabase("PRAGMA journal_mode = \(mode); \(Item.sqlite);")
    let store = try SQLiteStore(path: file.path, pollInterval: .milliseconds(2))
    try await store.write { db in for id in 0..<10 { try db.insert(Item(Int64(id), "0")) } }
    let updates = ResultsUpdates(fetchRequest: ResultsRequest<Item>.byName, store: store)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask { [updates] in
          // Every commit gives all ten rows the same name, so mixed names come from two snapshots.
          for try await update in updates {
            let names = Set(update.results.rows.map(\.name))
            #expect(names.count == 1)
            if names == ["done"] { break }
          }
        }
      }
      group.addTask { [store, file] in
        try await withThrowingTaskGroup(of: Void.self) { writers in
          for writer in 0..<4 {
            writers.addTask {
              for step in 0..<15 {
                try await store.write { db in
                  for id in 0..<10 { try db.update(Item(Int64(id), "\(writer)-\(step)")) }
                }
              }
            }
          }
          try await writers.waitForAll()
        }
        // Another program's commit among them, which is followed differently.
        try file.write("UPDATE item SET name = 'theirs'")
        try await store.write { try $0.execute("UPDATE item SET name = 'done'") }
      }
      try await group.waitForAll()
    }
  }

  @Test func `a write sees its own changes and no one else does before it ends`() async throws {
    let file = file
    try await store.write { db in
      try db.execute("DELETE FROM item WHERE id > 0")
      #expect(try db.fetch(ResultsRequest<Item>.byName).count == 1)
      #expect(try file.write("SELECT count(*) FROM item") == "10\n")
    }
    #expect(try file.write("SELECT count(*) FROM item") == "1\n")
  }

  @Test func `cancelling a task never leaves half a transaction`() async throws {
    for round in 0..<20 {
      let task = Task { [store] in
        try await store.write { db in
          for id in 0..<10 { try db.update(Item(Int64(id), "r\(round)")) }
        }
      }
      task.cancel()
      _ = await task.result
      #expect(try file.write("SELECT count(DISTINCT name) FROM item") == "1\n")
    }
  }

  @Test func `a read or write inside of another one is an error, not a deadlock`() async throws {
    // With a rollback journal, reads and writes take turns.
    let file = try ScratchDatabase("\(Item.sqlite);")
    let store = try file.store()
    let error = await storeError {
      try await store.read { _ in try await store.write { try $0.insert(Item(11, "ada")) } }
    }
    #expect(error?.message.contains("started inside another one") == true)
    // The error released the store's turn.
    try await store.write { try $0.insert(Item(11, "ada")) }
    async let one: Void = store.write { try $0.insert(Item(12, "bob")) }
    async let other: Void = store.write { try $0.insert(Item(13, "cy")) }
    _ = try await (one, other)
  }

  @Test func `two stores over one file follow each other`() async throws {
    let other = try file.store()
    var iterator = ResultsUpdates(fetchRequest: count, store: other).makeAsyncIterator()
    #expect(try await iterator.next()?.results.numberOfObjects == 10)
    try await store.write { try $0.delete(Item(0, "")) }
    #expect(try await iterator.next()?.results.numberOfObjects == 9)
    try await other.write { try $0.delete(Item(1, "")) }
    #expect(try await iterator.next()?.results.numberOfObjects == 8)
  }
}

import Foundation
import Sectional
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Waiting until a list is as new as its store.
@MainActor
struct RefreshTests {
  @Test func `a refreshed list shows what anybody committed before`() async throws {
    let bench = try await ControllerBench([Item(1, "ada")])
    try await bench.controller.performFetch()
    for number in 2..<30 {
      if number % 2 == 0 {
        try await bench.store.write { try $0.insert(Item(Int64(number), "n\(number)")) }
      } else {
        try bench.file.write("INSERT INTO item VALUES (\(number), 'n\(number)', NULL)")
      }
      try await bench.controller.refresh()
      #expect(bench.controller.fetchedObjects.count == number)
    }
  }

  @Test func `a list that was not fetched is fetched, one that is not followed again`() async throws
  {
    let bench = try await ControllerBench([Item(1, "ada")], tracksChanges: false)
    try await bench.controller.refresh()
    #expect(bench.picture == [": ada"])
    try bench.file.write("DELETE FROM item")
    try await bench.controller.refresh()
    #expect(bench.picture == [])
  }

  @Test func `a refresh of a store that can't be read says why`() async throws {
    let bench = try await ControllerBench([Item(1, "ada")])
    try await bench.controller.performFetch()
    try bench.file.write("DROP TABLE item")
    let error = await storeError { try await bench.controller.refresh() }
    #expect(error?.code == .noSuchTable)
    #expect(error?.localizedDescription == error?.message)
    #expect(bench.picture == [": ada"])
    try bench.file.write(Item.sqlite)
    try await wait { if case .current = bench.controller.status { true } else { false } }
    try await bench.controller.refresh()
    #expect(bench.picture == [])
  }

  @Test func `who waits goes on when the list is stopped or fetched again`() async throws {
    let bench = try await ControllerBench([Item(1, "ada")])
    try await bench.controller.performFetch()
    let refreshed = Task { try await bench.controller.refresh() }
    await Task.yield()
    bench.controller.stop()
    _ = await refreshed.result
    try await bench.controller.performFetch()
    let again = Task { try await bench.controller.refresh() }
    await Task.yield()
    try await bench.controller.performFetch()
    try await again.value
    #expect(bench.picture == [": ada"])
  }

  @Test func `a request that comes from a cancelled task leaves the one under way alone`()
    async throws
  {
    let bench = try await ControllerBench([Item(1, "ada"), Item(2, "bob")])
    try await bench.controller.performFetch()
    let controller = bench.controller
    let first = Task {
      try await controller.setRequest(FetchRequest(predicate: #Predicate { $0.id == 2 }))
    }
    let second = Task { try await controller.setRequest(.byName) }
    second.cancel()
    try await first.value
    #expect(await storeError { try await second.value }?.code == .cancelled)
    #expect(bench.picture == [": bob"])
  }

  @Test func `a read or write inside of another one is an error, not a wait for ever`() async throws
  {
    let bench = try await ControllerBench()
    let store = bench.store
    let error = await storeError {
      try await store.read { _ in try await store.write { try $0.insert(Item(1, "ada")) } }
    }
    #expect(error?.message.contains("begun inside of another one") == true)
    // The turn was given back.
    try await store.write { try $0.insert(Item(1, "ada")) }
    async let one: Void = store.write { try $0.insert(Item(2, "bob")) }
    async let other: Void = store.write { try $0.insert(Item(3, "cy")) }
    _ = try await (one, other)
  }

  @Test func `a condition in SQL filters records, and a query alongside comes with updates`()
    async throws
  {
    let bench = try await ControllerBench([Item(1, "Ada"), Item(2, "bob"), Item(3, "ADELE")])
    let updates = ResultsUpdates(
      fetchRequest: FetchRequest<Item>(
        where: "name LIKE ?", arguments: ["ad%"], sortBy: [SortKey(\.name)]), store: bench.store,
      alongside: FetchRequest(sql: "SELECT count(*) AS total FROM item", key: ["total"]))
    for try await update in updates {
      #expect(update.results.rows.map(\.name) == ["ADELE", "Ada"])
      #expect(update.alongside.map(\.description) == ["[total: 3]"])
      break
    }
  }

  @Test func `a list prints as what it shows`() async throws {
    let bench = try await ControllerBench([Item(1, "ada", "Red"), Item(2, "bob")])
    try await bench.controller.performFetch()
    #expect("\(bench.controller.results)" == "2 in 2 sections:  (1), Red (1)")
    #expect("\(bench.controller.results[1])".hasPrefix("Red: ["))
    #expect("\(RowKey(["a", 1]))" == "('a', 1)")
    #expect("\(RowKey(rowID: 3))" == "(rowid 3)")
  }
}

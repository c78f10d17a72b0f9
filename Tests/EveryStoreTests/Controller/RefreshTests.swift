import Foundation
import Sectional
import SectionalSQL
import TestSupport
import Testing

/// Waiting until a list is as new as its store.
@MainActor
struct RefreshTests {
  @Test(arguments: StoreKind.allCases)
  func `a refreshed list shows everything committed before`(kind: StoreKind) async throws {
    let bench = try await ControllerBench(kind, [Item(1, "ada")])
    try await bench.controller.performFetch()
    for number in 2..<30 {
      if number % 2 == 0 || kind == .memory {
        try await bench.store.write { $0.insert(Item(Int64(number), "n\(number)")) }
      } else {
        try await bench.store.writeElsewhere(
          "INSERT INTO item VALUES (\(number), 'n\(number)', NULL)")
      }
      try await bench.controller.refresh()
      #expect(bench.controller.results.rows.count == number)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `refreshing fetches a list that was not fetched yet or does not follow changes`(
    kind: StoreKind
  )
    async throws
  {
    let bench = try await ControllerBench(kind, [Item(1, "ada")], tracksChanges: false)
    try await bench.controller.refresh()
    #expect(bench.picture == [": ada"])
    if kind == .memory {
      try await bench.store.write { $0.delete(Item(1, "")) }
    } else {
      try await bench.store.writeElsewhere("DELETE FROM item")
    }
    try await bench.controller.refresh()
    #expect(bench.picture == [])
  }

  @Test(arguments: StoreKind.databases)
  func `refreshing throws the reason when the store can't be read`(kind: StoreKind) async throws {
    let bench = try await ControllerBench(kind, [Item(1, "ada")])
    try await bench.controller.performFetch()
    try await bench.store.writeElsewhere("DROP TABLE item")
    let error = await storeError { try await bench.controller.refresh() }
    #expect(error?.code == .noSuchTable)
    #expect(error?.localizedDescription == error?.message)
    #expect(bench.picture == [": ada"])
    try await bench.store.writeElsewhere(Item.schema(kind))
    try await wait { bench.controller.isCurrent }
    try await bench.controller.refresh()
    #expect(bench.picture == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `a waiting refresh ends when the list is stopped or fetched again`(kind: StoreKind)
    async throws
  {
    let bench = try await ControllerBench(kind, [Item(1, "ada")])
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

  @Test(arguments: StoreKind.allCases)
  func `a request set from a cancelled task does not cancel the one being set`(kind: StoreKind)
    async throws
  {
    let bench = try await ControllerBench(kind, [Item(1, "ada"), Item(2, "bob")])
    try await bench.controller.performFetch()
    let controller = bench.controller
    let first = Task {
      try await controller.setRequest(ResultsRequest(predicate: #Predicate { $0.id == 2 }))
    }
    let second = Task { try await controller.setRequest(.byName) }
    second.cancel()
    try await first.value
    #expect(await storeError { try await second.value }?.code == .cancelled)
    #expect(bench.picture == [": bob"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a request isn't cancelled by an older one that carries batches over`(kind: StoreKind)
    async throws
  {
    let bench = try await ControllerBench(kind, [Item(1, "ada"), Item(2, "bob")])
    let controller = bench.controller
    var batched = ResultsRequest<Item>.byName
    batched.fetchBatchSize = 1
    try await controller.setRequest(batched)
    let first = Task { try await controller.setRequest(batched) }
    let second = Task {
      try await controller.setRequest(ResultsRequest(predicate: #Predicate { $0.id == 2 }))
    }
    try await second.value
    #expect(await storeError { try await first.value }?.code == .cancelled)
    #expect(bench.picture == [": bob"])
  }

  @Test(arguments: StoreKind.databases)
  func `a condition in SQL filters records, and a query alongside comes with updates`(
    kind: StoreKind
  )
    async throws
  {
    let bench = try await ControllerBench(kind, [Item(1, "Ada"), Item(2, "bob"), Item(3, "ADELE")])
    let updates = bench.store.updates(
      ResultsRequest<Item>(
        predicate: "lower(name) LIKE ?", arguments: ["ad%"], sortBy: [SortKey(\.name)]),
      alongside: ResultsRequest(sql: "SELECT count(*) AS total FROM item", key: ["total"]))
    for try await update in updates {
      #expect(update.results.rows.map(\.name) == ["ADELE", "Ada"])
      #expect(update.alongside.map(\.description) == ["[total: 3]"])
      break
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `the description of results lists their sections`(kind: StoreKind) async throws {
    let bench = try await ControllerBench(kind, [Item(1, "ada", "Red"), Item(2, "bob")])
    try await bench.controller.performFetch()
    #expect("\(bench.controller.results)" == "2 in 2 sections:  (1), Red (1)")
    #expect("\(bench.controller.results[1])".hasPrefix("Red: ["))
    #expect("\(RowKey(["a", 1]))" == "('a', 1)")
    #expect("\(RowKey(rowID: 3))" == "(rowid 3)")
  }
}

import Foundation
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

@testable import Sectional

/// Cells that hold a value that doesn't fit their property.
@MainActor @Suite struct MisfitTests {
  private func cells(_ id: Int64, with misfit: Misfit) throws -> [StoredValue] {
    var cells = Gauge.cells(id)
    cells[try #require(Gauge.table.columnNames.firstIndex(of: misfit.column))] = misfit.cell
    return cells
  }

  private func check(_ error: StoreError?, _ misfit: Misfit) throws {
    let error = try #require(error)
    #expect(error.code == .unexpectedCell)
    for part in ["\"gauge\"", "42", "\"\(misfit.column)\"", misfit.expected, misfit.found] {
      #expect(error.message.contains(part), "\(part) is not in: \(error.message)")
    }
    for contents in ["secret", "777", "4444444444", "2026-02-30", "070707"] {
      #expect(!String(describing: error).contains(contents), "\(error)")
    }
  }

  /// Follows a list while a row that doesn't fit is inserted and repaired.
  private func follow(
    _ misfit: Misfit, _ store: some ResultsStore, _ write: ([StoredValue]) async throws -> Void
  ) async throws {
    try await write(Gauge.cells(1))
    let list = ResultsController(
      fetchRequest: ResultsRequest<Gauge>(sortBy: [SortKey(\.id)]), store: store)
    try await list.performFetch()
    try await write(try cells(42, with: misfit))
    try await wait { if case .stale = list.status { true } else { false } }
    guard case .stale(let error) = list.status else { return }
    try check(error, misfit)
    #expect(list.results.rows.map(\.id) == [1])
    try await write(Gauge.cells(42))
    try await wait { list.results.rows.map(\.id) == [1, 42] }
    #expect(list.isCurrent)
  }

  @Test(arguments: Misfit.all)
  func `a cell in memory that does not fit is named, and the list recovers`(
    _ misfit: Misfit
  ) async throws {
    let store = MemoryStore(try MemoryTable(for: Gauge.self))
    try await follow(misfit, store) { cells in
      try store.write { try $0.upsert(cells, into: "gauge") }
    }
  }

  @Test(arguments: Misfit.all)
  func `a cell in a file that does not fit is named, and the list recovers`(
    _ misfit: Misfit
  ) async throws {
    let file = try ScratchDatabase(Gauge.sql)
    let store = try file.store()
    try await follow(misfit, store) { cells in
      _ = try await store.write {
        try $0.execute("REPLACE INTO gauge VALUES (?, ?, ?, ?, ?, ?, ?, ?)", cells)
      }
    }
  }

  @Test(arguments: Misfit.all) func `a first fetch throws for a cell that does not fit`(
    _ misfit: Misfit
  )
    async throws
  {
    let stores = try await RecordStores<Gauge>(sqlite: Gauge.sql)
    let cells = try cells(42, with: misfit)
    try stores.memory.write { try $0.upsert(cells, into: "gauge") }
    try await stores.sqlite.write {
      _ = try $0.execute("INSERT INTO gauge VALUES (?, ?, ?, ?, ?, ?, ?, ?)", cells)
    }
    for error in await stores.errors(ResultsRequest()) { try check(error, misfit) }
  }

  @Test func `a cell that does not fit is ignored in a row that does not match`() async throws {
    let stores = try await RecordStores<Gauge>(sqlite: Gauge.sql)
    var cells = Gauge.cells(42)
    cells[1] = "secret"
    let misfit = cells
    try stores.memory.write { try $0.upsert(misfit, into: "gauge") }
    try await stores.sqlite.write {
      _ = try $0.execute("INSERT INTO gauge VALUES (?, ?, ?, ?, ?, ?, ?, ?)", misfit)
    }
    let request = ResultsRequest<Gauge>(predicate: #Predicate { $0.name == "other" })
    for (_, list) in try await stores.lists(request) { #expect(list.results.rows.isEmpty) }
  }
}

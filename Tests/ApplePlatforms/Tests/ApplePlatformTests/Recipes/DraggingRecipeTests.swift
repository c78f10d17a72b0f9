import Foundation
import Sectional
import SectionalSQLite
import Testing
import UIKit

@testable import Recipes

/// The recipe for rows that people drag, on a table that keeps Apple's rules.
@MainActor
struct DraggingRecipeTests {
  private let path = FileManager.default.temporaryDirectory.appending(
    path: "sectional-chores-\(UUID().uuidString).sqlite"
  ).path
  private let store: SQLiteStore

  init() async throws {
    store = try SQLiteStore(path: path)
    try await store.write { db in
      try db.execute(
        "CREATE TABLE chore (id INTEGER PRIMARY KEY, room TEXT, position INTEGER, title TEXT)")
      for number in 0..<10 {
        try db.insert(
          Chore(
            id: Int64(number), room: number < 6 ? "Hall" : "Yard", position: number % 6,
            title: "chore \(number)"))
      }
    }
  }

  /// The titles in the file, section by section.
  private func titles() async throws -> [[String]] {
    let chores = try await store.read {
      try await $0.fetch(
        ResultsRequest<Chore>(sortBy: [SortKey(\.room), SortKey(\.position)]))
    }
    return Dictionary(grouping: chores, by: \.room).sorted { $0.key < $1.key }
      .map { $0.value.map(\.title) }
  }

  @Test
  func `a row stays where it was dropped, and others' changes are shown`() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let table = ChoresTable(store: store)
    try await table.load()
    var random = Randomness(seed: 7)
    for round in 0..<60 {
      let (start, end) = (random.below(6), random.below(6))
      let isMoved = table.tableView.drag(
        from: IndexPath(item: start, section: 1), to: IndexPath(item: end, section: 1))
      #expect(isMoved)
      let dropped = table.tableView.shown
      // A second drag has to wait, because the list's paths are not yet those of the table.
      #expect(
        !table.tableView.drag(
          from: IndexPath(item: 0, section: 1), to: IndexPath(item: 1, section: 1)))
      if round % 3 == 1 {
        try await store.write { db in
          try db.execute("UPDATE chore SET title = ? WHERE id = 2", ["chore \(round)"])
        }
      }
      if round % 3 == 2 {
        try await store.write { db in
          try db.execute("UPDATE chore SET position = -position WHERE room = 'Yard'")
        }
      }
      try await wait {
        table.tableView(table.tableView, canMoveRowAt: IndexPath(item: 0, section: 0))
      }
      if round % 3 == 0 { #expect(table.tableView.shown == dropped) }
      let truth = try await titles()
      try await wait { table.tableView.shown.filter { !$0.isEmpty } == truth }
    }
    #expect(table.tableView.failures == [])
  }

  @Test
  func `a row that can't be written goes back`() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let table = ChoresTable(store: store)
    try await table.load()
    let before = table.tableView.shown
    try await store.write { db in
      try db.execute(
        "CREATE TRIGGER no BEFORE UPDATE ON chore BEGIN SELECT raise(abort, 'no'); END")
    }
    table.tableView.drag(from: IndexPath(item: 0, section: 1), to: IndexPath(item: 3, section: 1))
    #expect(table.tableView.shown != before)
    try await wait { table.tableView.shown == before }
    #expect(table.tableView.failures == [])
  }

  @Test
  func `a row can be dragged to another section, to an empty one, and out of its last one`()
    async throws
  {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await store.write { try $0.execute("UPDATE chore SET room = 'Shed' WHERE id = 9") }
    let table = ChoresTable(store: store)
    try await table.load()
    // Attic is declared and empty, Shed isn't declared and has one row.
    #expect(table.tableView.shown.map(\.count) == [0, 6, 1, 3])
    let drags = [
      (from: (1, 2), to: (0, 0)), (from: (3, 0), to: (1, 5)), (from: (2, 0), to: (0, 1)),
      (from: (0, 1), to: (2, 2)), (from: (0, 0), to: (2, 0)),
    ]
    for (from, to) in drags {
      #expect(
        table.tableView.drag(
          from: IndexPath(item: from.1, section: from.0), to: IndexPath(item: to.1, section: to.0)))
      let dropped = table.tableView.shown
      try await wait {
        table.tableView(table.tableView, canMoveRowAt: IndexPath(item: 0, section: 0))
      }
      let truth = try await titles()
      #expect(table.tableView.shown.filter { !$0.isEmpty } == truth)
      #expect(dropped.filter { !$0.isEmpty } == truth)
    }
    #expect(table.tableView.shown.map(\.count) == [0, 6, 4])
    #expect(table.tableView.failures == [])
  }
}

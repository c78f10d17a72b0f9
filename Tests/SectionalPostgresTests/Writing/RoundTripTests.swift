import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Records are read as they were written, in any way of writing.
@Suite(.serialized) struct RoundTripTests {
  private let server: ScratchServerDatabase
  private let store: PostgresStore

  init() async throws {
    server = try await ScratchServerDatabase(Everything.postgres)
    store = try server.store()
  }

  private func stored() async throws -> [Everything] {
    try await store.read { try await $0.fetch(ResultsRequest<Everything>(sortBy: [SortKey(\.id)])) }
  }

  @Test func `records of every type are read as inserted, updated and upserted`() async throws {
    let first = Everything.some(40, seed: 1)
    try await store.write { db in for record in first { try await db.insert(record) } }
    #expect(try await stored() == first)
    let second = Everything.some(40, seed: 2)
    let seen = try await store.write { db in
      for record in second { try await db.update(record) }
      return try await db.fetch(ResultsRequest<Everything>(sortBy: [SortKey(\.id)]))
    }
    #expect(seen == second)
    #expect(try await stored() == second)
    let third = Everything.some(60, seed: 3)
    try await store.write { db in for record in third { try await db.upsert(record) } }
    #expect(try await stored() == third)
    let answers = try await store.write { db in
      var answers: Set<[Bool]> = []
      for record in first {
        answers.insert([
          try await db.delete(record), try await db.delete(record), try await db.update(record),
        ])
      }
      return answers
    }
    #expect(answers == [[true, false, false]])
    #expect(try await stored() == Array(third.suffix(20)))
  }

  private struct Thing: StoredRecord, Hashable {
    var id: Int64
    var text: String?
    var data: Data?
    var real: Double?
    static let table = RecordTable(
      "thing", RecordColumn("id", \.id, primaryKey: true), RecordColumn("text", \.text),
      RecordColumn("data", \.data),
      RecordColumn("real", \.real), row: Thing.init)
  }

  @Test func `difficult values are read byte for byte`() async throws {
    try await server.write(
      "CREATE TABLE thing(id bigint PRIMARY KEY, text text, data bytea, \"real\" float8)")
    let texts = [
      nil, "", "é", "e\u{301}", "👩‍👩‍👧", "\\x41", "NULL", "' OR 1", "$1", "?", "\u{10FFFF}", "{}",
      "\u{1}\n\t\\n", String(repeating: "x", count: 200_000),
    ]
    let data: [Data?] = [
      nil, Data(), Data([0]), Data([0xFF, 0, 0x5C]), Data(repeating: 7, count: 200_000),
    ]
    let reals: [Double?] = [
      nil, 0, 0.1, -1.5, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity, -.infinity,
      1 / 3, 0x1p63, .leastNormalMagnitude / 3,
    ]
    let things = (0..<60).map { id in
      Thing(
        id: id == 0 ? .min : id == 1 ? .max : Int64(id), text: texts[id % texts.count],
        data: data[id % data.count], real: reals[id % reals.count])
    }
    try await store.write { db in for thing in things { try await db.insert(thing) } }
    let read = try await store.read { try await $0.fetch(ResultsRequest<Thing>()) }
    for (thing, other) in zip(things.sorted { $0.id < $1.id }, read) {
      #expect(thing == other)
      #expect(thing.text.map { Array($0.utf8) } == other.text.map { Array($0.utf8) })
    }
    #expect(read.count == 60)
  }

  @Test func `a text with a zero byte is rejected, and nothing is written`() async throws {
    try await server.write(
      "CREATE TABLE thing(id bigint PRIMARY KEY, text text, data bytea, \"real\" real)")
    let error = await storeError {
      try await store.write { db in
        try await db.insert(Thing(id: 1, text: "good"))
        try await db.insert(Thing(id: 2, text: "sec\0ret"))
      }
    }
    #expect(error?.code == .invalidQuery)
    #expect(error?.everyWord.contains("sec") == false)
    #expect(try await server.write("SELECT count(*) FROM thing") == "0\n")
  }

  @Test func `columns that are not mapped keep their values and get their defaults`() async throws {
    try await server.write(
      """
      CREATE TABLE thing(other text DEFAULT 'kept', id bigint PRIMARY KEY, text text, data bytea,
        "real" float8, made int GENERATED ALWAYS AS (1) STORED, n serial);
      """)
    try await store.write { try await $0.insert(Thing(id: 1, text: "a")) }
    try await server.write("UPDATE thing SET other = 'changed'")
    try await store.write { db in
      try await db.upsert(Thing(id: 1, text: "b"))
      try await db.update(Thing(id: 1, text: "c"))
      try await db.upsert(Thing(id: 2, text: "d"))
    }
    #expect(
      try await server.write("SELECT id, text, other, n FROM thing ORDER BY id")
        == "1|c|changed|1\n2|d|kept|3\n")
  }
}

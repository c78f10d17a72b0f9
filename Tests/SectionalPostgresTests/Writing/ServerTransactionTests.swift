import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Where a server's transactions begin and end.
@Suite(.serialized) struct ServerTransactionTests {
  private struct Refusal: Error, Equatable { let number: Int }
  private typealias Item = FaultBench.Item

  private let server: ScratchServerDatabase
  private let store: PostgresStore

  init() async throws {
    server = try await ScratchServerDatabase(
      "CREATE TABLE item(id bigint PRIMARY KEY, name text, team text); INSERT INTO item VALUES (1, 'ada')"
    )
    store = try server.store()
  }

  private func stored() async throws -> [String] {
    try await server.write("SELECT name FROM item ORDER BY id").split(separator: "\n").map(
      String.init)
  }

  @Test func `an error in the body rolls back the transaction and is rethrown`() async throws {
    await #expect(throws: Refusal(number: 7)) {
      try await store.write { db in
        try await db.insert(Item(id: 2, name: "bob"))
        try await db.execute("CREATE TABLE other(a int)")
        throw Refusal(number: 7)
      }
    }
    #expect(try await stored() == ["ada"])
    #expect(
      try await server.write("SELECT count(*) FROM pg_class WHERE relname = 'other'") == "0\n")
    try await store.write { try await $0.insert(Item(id: 2, name: "bob")) }
    #expect(try await stored() == ["ada", "bob"])
  }

  @Test func `a failed savepoint is rolled back alone`() async throws {
    let result = try await store.write { db in
      try await db.insert(Item(id: 2, name: "bob"))
      await #expect(throws: Refusal(number: 1)) {
        try await db.savepoint { inner in
          try await inner.insert(Item(id: 3, name: "cy"))
          try await inner.savepoint { try await $0.insert(Item(id: 4, name: "dan")) }
          throw Refusal(number: 1)
        }
      }
      try await db.savepoint { inner in
        try await inner.insert(Item(id: 5, name: "eve"))
        try? await inner.savepoint { innermost in
          try await innermost.execute("DELETE FROM item")
          throw Refusal(number: 2)
        }
      }
      return "done"
    }
    #expect(result == "done")
    #expect(try await stored() == ["ada", "bob", "eve"])
  }

  @Test func `a statement that fails inside of a savepoint leaves the rest`() async throws {
    try await store.write { db in
      for id in 1...4 as ClosedRange<Int64> {
        let error = await storeError {
          try await db.savepoint { db in
            try await db.savepoint { try await $0.insert(Item(id: id + 20, name: "inner")) }
            try await db.insert(Item(id: id % 2 + 1, name: "n\(id)"))
          }
        }
        #expect(error == nil || error?.code == .constraintViolated)
      }
      let error = await storeError {
        try await db.savepoint { _ = try await $0.execute("SELEC") }
      }
      #expect(error?.code == .invalidQuery)
      let missing = await storeError {
        try await db.savepoint {
          _ = try await $0.fetch(ResultsRequest<StoredRow>(table: "nowhere"))
        }
      }
      #expect(missing?.code == .noSuchTable)
      try await db.insert(Item(id: 30, name: "last"))
    }
    #expect(try await stored() == ["ada", "n1", "inner", "last"])
  }

  @Test func `a statement that failed ends the transaction, caught or not`() async throws {
    let error = await storeError {
      try await store.write { db in
        try await db.insert(Item(id: 2, name: "bob"))
        _ = await storeError { try await db.insert(Item(id: 1, name: "twice")) }
        try await db.insert(Item(id: 3, name: "cy"))
      }
    }
    #expect(error?.code == .writeFailed)
    let swallowed = await storeError {
      try await store.write { db in
        try await db.insert(Item(id: 2, name: "bob"))
        _ = await storeError { try await db.insert(Item(id: 1, name: "twice")) }
      }
    }
    #expect(swallowed?.code == .writeFailed)
    #expect(try await stored() == ["ada"])
    try await store.write { try await $0.insert(Item(id: 4, name: "dan")) }
    #expect(try await stored() == ["ada", "dan"])
  }

  @Test(arguments: [
    "BEGIN", "begin work", "START TRANSACTION", "COMMIT", "COMMIT AND CHAIN", "END", "ROLLBACK",
    "ABORT", "SAVEPOINT a", "RELEASE sectional_1", "ROLLBACK TO sectional_1",
    "INSERT INTO item VALUES (9); COMMIT", "/* a /* b */ */ commit", ";;COMMIT", "-- a\nEND",
    "SELECT '\\'; COMMIT", "SELECT $a$ ; $a$; COMMIT", "PREPARE TRANSACTION 'x'",
    "SELECT E'a'\n'\\''; COMMIT; SELECT ''",
  ])
  func `statements about transactions are rejected`(sql: String) async throws {
    let error = await storeError {
      try await store.write { db in
        try await db.insert(Item(id: 2, name: "bob"))
        try await db.savepoint { _ = try await $0.execute(sql) }
      }
    }
    #expect(error?.code == .invalidQuery, "\(error.map { "\($0)" } ?? "")")
    #expect(try await stored() == ["ada"])
    let withArguments = await storeError {
      try await store.write { _ = try await $0.execute(sql, ["x"]) }
    }
    #expect(withArguments?.code == .invalidQuery)
  }

  @Test(arguments: [
    "SELECT ' ; COMMIT; '", "SELECT 1 AS \"; COMMIT\"", "SELECT $$; COMMIT;$$",
    "SELECT E'\\'; END;'",
    "DO $$ BEGIN PERFORM 1; END $$", "/* ; COMMIT; */ SELECT 1", "SELECT U&'; END'",
    "CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1; SELECT 2'",
    "CREATE FUNCTION f() RETURNS int LANGUAGE sql BEGIN ATOMIC SELECT 1; SELECT 2; END",
    "SELECT CASE WHEN true THEN 1 END; SELECT 2",
  ])
  func `statements that only look like transaction control are run`(sql: String) async throws {
    let error = await storeError { try await store.write { _ = try await $0.execute(sql) } }
    #expect(error == nil, "\(error.map { "\($0)" } ?? "")")
  }
}

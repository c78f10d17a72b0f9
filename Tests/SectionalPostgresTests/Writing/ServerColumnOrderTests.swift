import Sectional
import SectionalPostgres
import SectionalTesting
import TestSupport
import Testing

/// Columns in a different order than the initializer's parameters, on a server.
@MainActor @Suite(.serialized) struct ServerColumnOrderTests {
  private struct Pair: StoredRecord {
    var id: Int64
    var first: String
    var last: String

    static let table = RecordTable(
      "pair", RecordColumn("id", \.id, primaryKey: true), RecordColumn("last", \.last),
      RecordColumn("first", \.first), row: Pair.init)
  }

  private let server: ScratchServerDatabase
  private let store: PostgresStore

  init() async throws {
    server = try await ScratchServerDatabase(
      """
      CREATE TABLE pair(id bigint PRIMARY KEY, last text, first text);
      INSERT INTO pair VALUES (1, 'lovelace', 'ada');
      """)
    store = try server.store()
  }

  private func check(_ error: StoreError?, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(error?.code == .invalidMapping, sourceLocation: sourceLocation)
    let message = error?.message ?? ""
    #expect(message.contains("\"last\" of Pair.table"), sourceLocation: sourceLocation)
    #expect(!message.contains("ada"), sourceLocation: sourceLocation)
  }

  @Test func `no record of swapped columns is read`() async throws {
    let request = ResultsRequest<Pair>()
    check(await storeError { _ = try await store.read { try await $0.fetch(request) } })
    check(await storeError { _ = try await store.write { try await $0.fetch(request) } })
    let list = ResultsController(fetchRequest: request, store: store, tracksChanges: false)
    check(await storeError { try await list.performFetch() })
  }

  @Test func `no record of swapped columns is written`() async throws {
    let (pair, new) = (Pair(id: 1, first: "ada", last: "b"), Pair(id: 2, first: "ada", last: "b"))
    check(await storeError { try await store.write { try await $0.insert(new) } })
    check(await storeError { _ = try await store.write { try await $0.update(pair) } })
    check(await storeError { try await store.write { try await $0.upsert(pair) } })
    check(await storeError { _ = try await store.write { try await $0.delete(pair) } })
    #expect(try await server.write("SELECT * FROM pair") == "1|lovelace|ada\n")
  }
}

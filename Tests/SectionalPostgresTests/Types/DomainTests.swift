import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// Columns whose type is a domain are treated as columns of the domain's base type.
@MainActor @Suite(.serialized) struct DomainTests {
  private struct Guest: StoredRecord, Hashable {
    var id: Int64
    var name: String
    var at: Date?
    var text: Date?
    var mark: UUID?
    var bytes: UUID?
    var flag: Bool?
    var data: Data?
    var size: Double?
    static let table = RecordTable(
      "guest", RecordColumn("id", \.id, primaryKey: true), RecordColumn("name", \.name),
      RecordColumn("at", \.at, as: .unixSeconds), RecordColumn("text", \.text, as: .iso8601),
      RecordColumn("mark", \.mark, as: .text), RecordColumn("bytes", \.bytes, as: .blob),
      RecordColumn("flag", \.flag), RecordColumn("data", \.data), RecordColumn("size", \.size),
      row: Guest.init)
  }

  private static let sql = """
    CREATE DOMAIN number AS bigint CHECK (VALUE > 0); CREATE DOMAIN word AS text;
    CREATE DOMAIN moment AS timestamptz; CREATE DOMAIN mark AS uuid; CREATE DOMAIN flag AS boolean;
    CREATE DOMAIN octets AS bytea; CREATE DOMAIN size AS float8;
    CREATE TABLE guest(id number PRIMARY KEY, name word NOT NULL, at moment, text moment, mark mark,
      bytes mark, flag flag, data octets, size size);
    """

  private nonisolated static let date = Date(timeIntervalSince1970: 1_700_000_000)
  private nonisolated static let uuid = UUID(
    uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

  @Test func `cells of domains are read as those of their types`() async throws {
    let database = try await ScratchServerDatabase(
      DomainTests.sql + """
        INSERT INTO guest VALUES (1, 'ada', to_timestamp(1700000000), to_timestamp(1700000000),
          '01020304-0506-0708-090a-0b0c0d0e0f10', '01020304-0506-0708-090a-0b0c0d0e0f10', true,
          '\\x01', 0.5);
        """)
    let store = try database.store()
    let guests = try await store.read { try await $0.fetch(ResultsRequest<Guest>()) }
    #expect(
      guests == [
        Guest(
          id: 1, name: "ada", at: DomainTests.date, text: DomainTests.date, mark: DomainTests.uuid,
          bytes: DomainTests.uuid, flag: true, data: Data([1]), size: 0.5)
      ])
  }

  private nonisolated static let guests = [
    Guest(id: 1, name: "plain", flag: true, data: Data([1]), size: 0.5),
    Guest(id: 2, name: "a moment as seconds", at: date),
    Guest(id: 3, name: "a moment as text", text: date),
    Guest(id: 4, name: "a UUID as text", mark: uuid),
    Guest(id: 5, name: "a UUID as a blob", bytes: uuid),
  ]

  @Test(arguments: 0..<5) func `records are written to domains`(place: Int) async throws {
    let guest = DomainTests.guests[place]
    let database = try await ScratchServerDatabase(DomainTests.sql)
    let store = try database.store()
    let error = await storeError { try await store.write { try await $0.insert(guest) } }
    #expect(error == nil, "\(guest.name): \(error?.message ?? "")")
    let other = await storeError { try await store.write { try await $0.upsert(guest) } }
    #expect(other == nil, "\(guest.name): \(other?.message ?? "")")
    let read = try await store.read { try await $0.fetch(ResultsRequest<Guest>()) }
    #expect(read == [guest])
  }

  @Test func `a value that a domain refuses is a constraint that is broken`() async throws {
    let database = try await ScratchServerDatabase(DomainTests.sql)
    let store = try database.store()
    let error = await storeError {
      try await store.write { try await $0.insert(Guest(id: -987_654, name: "")) }
    }
    #expect(error?.code == .constraintViolated)
    #expect(error?.everyWord.contains("987654") == false)
  }
}

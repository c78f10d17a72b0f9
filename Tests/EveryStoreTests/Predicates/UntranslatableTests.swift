import Foundation
import Sectional
import TestSupport
import Testing

/// A request that can't be translated for a store makes the first fetch throw an error that names the part, and never
/// crashes.
@MainActor @Suite struct UntranslatableTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let request: ResultsRequest<Memo>
    let code: StoreError.Code
    /// The part that the message must name.
    let part: String

    init(
      _ testDescription: String, names part: String, _ code: StoreError.Code,
      _ predicate: Predicate<Memo>
    ) {
      self.init(testDescription, names: part, code, request: ResultsRequest(predicate: predicate))
    }

    init(
      _ testDescription: String, names part: String, _ code: StoreError.Code,
      request: ResultsRequest<Memo>
    ) {
      self.testDescription = testDescription
      self.request = request
      self.code = code
      self.part = part
    }
  }

  nonisolated static let predicates: [Case] = {
    let noNumber = Double.nan
    let moments = [Double.nan, 1]
    let one: UInt8 = 1
    let unmapped: Predicate<Memo> = #Predicate { $0.draft == "x" }
    let count: Predicate<Memo> = #Predicate { $0.note.count > 1 }
    let chain: Predicate<Memo> = #Predicate { ($0.extra?.count ?? 0) > 1 }
    let nan: Predicate<Memo> = #Predicate { $0.size < noNumber }
    let nanInList: Predicate<Memo> = #Predicate { moments.contains($0.size) }
    let all: Predicate<Memo> = #Predicate { $0.note.allSatisfy { $0 == $0 } }
    let some: Predicate<Memo> = #Predicate { $0.note.contains { $0 == $0 } }
    let prefix: Predicate<Memo> = #Predicate { $0.bytes.starts(with: $0.bytes) }
    let list: Predicate<Memo> = #Predicate { $0.bytes.contains(one) }
    return [
      Case("a property without a column", names: "draft", .invalidMapping, unmapped),
      Case("a count", names: "note", .unsupported, count),
      Case("a count in a chain", names: "String", .unsupported, chain),
      Case("NaN", names: "NaN", .unsupported, nan),
      Case("NaN among the elements", names: "NaN", .unsupported, nanInList),
      Case("allSatisfy", names: "SequenceAllSatisfy", .unsupported, all),
      Case("contains(where:)", names: "SequenceContainsWhere", .unsupported, some),
      Case("a search in data", names: "SequenceStartsWith", .unsupported, prefix),
      Case("a list that is a column", names: "SequenceContains", .unsupported, list),
    ]
  }()

  nonisolated static let orders = [
    Case(
      "an unmapped sort key", names: "draft", .invalidMapping,
      request: ResultsRequest(sortBy: [SortKey(\.draft)])),
    Case(
      "a descriptor of an unmapped property", names: "draft", .invalidMapping,
      request: ResultsRequest(sortBy: [SortDescriptor(\.draft, comparator: .lexical)])),
  ]

  @Test(arguments: predicates + orders)
  func `an untranslatable request is an error that names the reason`(
    _ example: Case
  ) async throws {
    let stores = try await RecordStores([Memo(id: 1, note: "n", size: 1)])
    for error in await stores.errors(example.request) {
      #expect(error?.code == example.code, "\(error.map { "\($0)" } ?? "no error")")
      #expect(error?.message.contains(example.part) == true, "\(error?.message ?? "")")
    }
  }

  @Test func `an unmapped section is an error that names it`() async throws {
    let stores = try await RecordStores([Memo(id: 1, note: "n", size: 1)])
    let sections: [SectionKey<Memo>] = [
      SectionKey(\.draft), .firstLetter(of: \.draft), .prefix(of: \.draft, length: 1),
      .calendar(.day, of: \.later, in: .gmt),
    ]
    for (section, name) in zip(sections, ["draft", "draft", "draft", "later"]) {
      for error in await stores.errors(ResultsRequest(), sectionBy: section) {
        #expect(error?.code == .invalidMapping)
        #expect(error?.message.contains(name) == true)
      }
    }
  }

  @Test func `comparing columns of different storage forms is an error`() async throws {
    let stores = try await RecordStores([Memo(id: 1, note: "n", size: 1)])
    let request = ResultsRequest<Memo>(predicate: #Predicate { $0.made < $0.read })
    for error in await stores.errors(request) { #expect(error?.code == .unsupported) }
  }

  @Test func `a lexical sort descriptor and one over numbers are understood`() async throws {
    let stores = try await RecordStores(
      [Memo(id: 1, note: "b", size: 1), Memo(id: 2, note: "B", size: 1)])
    let request = ResultsRequest<Memo>(sortBy: [
      SortDescriptor(\.size, order: .reverse), SortDescriptor(\.note, comparator: .lexical),
    ])
    for (_, list) in try await stores.lists(request) {
      #expect(list.results.rows.map(\.id) == [2, 1])
    }
  }
}

/// A record with properties that have no column.
struct Memo: SchemaRecord {
  var id: Int64
  var note: String
  var size: Double
  var extra: String?
  var bytes = Data()
  var made = Date(timeIntervalSince1970: 0)
  var read = Date(timeIntervalSince1970: 0)
  var draft = ""
  var later = Date(timeIntervalSince1970: 0)

  static let table = RecordTable(
    "memo", RecordColumn("id", \.id, primaryKey: true), RecordColumn("note", \.note),
    RecordColumn("size", \.size),
    RecordColumn("extra", \.extra), RecordColumn("bytes", \.bytes),
    RecordColumn("made", \.made, as: .iso8601),
    RecordColumn("read", \.read)
  ) { Memo(id: $0, note: $1, size: $2, extra: $3, bytes: $4, made: $5, read: $6) }

  static let sqlite = """
    CREATE TABLE memo(id INTEGER PRIMARY KEY, note TEXT, size REAL, extra TEXT, bytes BLOB,
      made TEXT, read INTEGER);
    """

  static let postgres = """
    CREATE TABLE memo(id bigint PRIMARY KEY, note text, size float8, extra text, bytes bytea,
      made text, read float8);
    """
}

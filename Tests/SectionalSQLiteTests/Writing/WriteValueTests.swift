import Foundation
import Sectional
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Values are read from the file as they were written, and writes to files that are deleted or replaced aren't lost
/// silently.
@Suite struct WriteValueTests {
  private struct Thing: StoredRecord, Equatable {
    var id: Int64, text: String?, data: Data?, real: Double?, flag: Bool?
    static let table = RecordTable(
      "thing", RecordColumn("id", \.id, primaryKey: true), RecordColumn("text", \.text),
      RecordColumn("data", \.data),
      RecordColumn("real", \.real), RecordColumn("flag", \.flag), row: Thing.init)
    static let schema =
      "CREATE TABLE thing(id INTEGER PRIMARY KEY, text TEXT, data BLOB, real REAL, flag)"
  }

  @Test func `records are read as they were written`() async throws {
    let file = try ScratchDatabase(Thing.schema)
    let store = try file.store()
    let texts = [
      nil, "", "a", "a\0b", "\0", "é", "e\u{301}", "👩‍👩‍👧", "1", "' OR 1",
      String(repeating: "x", count: 5000),
    ]
    let data: [Data?] = [
      nil, Data(), Data([0]), Data([0xFF, 0, 1]), Data(repeating: 7, count: 5000),
    ]
    let reals: [Double?] = [
      nil, 0, 1, -1.5, .greatestFiniteMagnitude, .leastNonzeroMagnitude, .infinity,
    ]
    let ids = [Int64.min, -1, 0, 1, 1 << 53, .max]
    var things: [Thing] = []
    for index in 0..<ids.count * 3 {
      things.append(
        Thing(
          id: index < ids.count ? ids[index] : Int64(index + 10), text: texts[index % texts.count],
          data: data[index % data.count], real: reals[index % reals.count],
          flag: [nil, true, false][index % 3]))
    }
    let written = things
    try await store.write { db in for thing in written { try db.insert(thing) } }
    let read = try await store.write { try $0.fetch(ResultsRequest<Thing>()) }
    #expect(read.count == things.count)
    for (thing, other) in zip(things.sorted { $0.id < $1.id }, read) {
      #expect(thing == other)
      // Swift considers texts equal whose bytes differ.
      #expect(thing.text.map { Array($0.utf8) } == other.text.map { Array($0.utf8) })
    }
    #expect(try file.write("SELECT count(*) FROM thing WHERE data IS NULL") == "4\n")
  }

  @Test func `a list is equal whether it was fetched or followed`() async throws {
    let file = try ScratchDatabase(Thing.schema)
    let store = try file.store()
    let request = ResultsRequest<Thing>(sortBy: [SortKey(\.text), SortKey(\.real, order: .reverse)])
    let updates = ResultsUpdates(
      fetchRequest: request, store: store, sectionBy: SectionKey(\Thing.data))
    var followed = updates.makeAsyncIterator()
    _ = try await followed.next()
    var shown: [[Thing]] = []
    for id in 1...20 {
      try await store.write { db in
        try db.upsert(
          Thing(
            id: Int64(id % 7), text: id.isMultiple(of: 3) ? "a\0\(id % 4)" : nil,
            data: id.isMultiple(of: 4) ? nil : Data(repeating: 0, count: id % 3),
            real: Double(id % 5) - 0.5, flag: true))
      }
      shown = try await followed.next()?.results.map { Array($0) } ?? []
    }
    var fetched = updates.makeAsyncIterator()
    #expect(try await fetched.next()?.results.map { Array($0) } == shown)
  }

  @Test func `a write to a file that is gone is an error`() async throws {
    let file = try ScratchDatabase(Thing.schema)
    let store = try file.store()
    try FileManager.default.removeItem(atPath: file.path)
    let error = await storeError { try await store.write { _ = try $0.execute("SELECT 1") } }
    #expect(error?.code == .cannotOpen)
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test func `a write goes to the file that replaced the previous one`() async throws {
    let file = try ScratchDatabase(Thing.schema)
    let store = try file.store()
    try file.write("\(Thing.schema); CREATE TABLE other(a REFERENCES thing)", to: "new.sqlite")
    let renamed = unsafe rename(file.folder.appending(path: "new.sqlite").path, file.path)
    #expect(renamed == 0)
    try await store.write { try $0.execute("INSERT INTO thing(id) VALUES (5)") }
    #expect(try file.write("SELECT id FROM thing") == "5\n")
    // Foreign keys are enforced in the new file as well.
    let error = await storeError {
      try await store.write { _ = try $0.execute("INSERT INTO other VALUES (99)") }
    }
    #expect(error?.code == .constraintViolated)
  }
}

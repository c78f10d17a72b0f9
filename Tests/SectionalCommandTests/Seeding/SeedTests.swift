import Foundation
import Sectional
import SectionalTesting
import Testing

@testable import SectionalCommand

/// CSV files, and what their fields are converted to.
struct SeedTests {
  private func table(_ csv: String, keyColumns: [String]? = nil) throws -> SeedTable {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).csv")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(csv.utf8).write(to: file)
    return try SeedTable(named: "t", from: file.path, keyColumns: keyColumns)
  }

  @Test(
    arguments: [
      (["1", "-7", "9223372036854775807"], SeedType.integer), (["1", "2.5", "-0.25"], .real),
      (["01234"], .text), (["1", "0x10"], .text), (["1e3"], .text), (["+5"], .text),
      (["-0"], .text),
      (["9223372036854775807", "0.5"], .text), (["12345678901234567890"], .text), (["true"], .text),
      (["1.10", "2"], .real), (["0.1", "0.30000000000000001"], .text), ([nil, nil], .text),
      ([nil, "3"], .integer), (["", "3"], .text), (["nan"], .text), (["1e-400"], .text),
    ] as [([String?], SeedType)])
  func `a type is inferred if it preserves every field`(
    fields: [String?], type: SeedType
  ) {
    #expect(SeedType.inferred(from: fields) == type)
  }

  @Test(
    arguments: [
      ("2024-06-30T23:59:59.9999995Z", "2024-07-01T00:00:00.000000Z"),
      ("2300-12-31T23:59:59.999999Z", "2300-12-31T23:59:59.999999Z"),
      ("9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999Z"),
      ("1960-01-01 00:00:00.5+02:00", "1959-12-31T22:00:00.500000Z"),
      ("1700-01-01T00:00:00.123456Z", "1700-01-01T00:00:00.123456Z"),
      ("2024-01-01", "2024-01-01T00:00:00.000000Z"),
    ])
  func `a timestamp is exact to the microsecond`(field: String, text: String) {
    #expect(SeedType.timestamp.cell(field) == .text(text))
  }

  @Test func `quoted fields are text, and empty unquoted fields are null`() throws {
    let table = try table("\u{FEFF}id,n\r\n1,\"a,\"\"b\"\"\r\nc\"\r\n2,\"\"\r\n3,\r\n\r\n")
    #expect(table.columns.map(\.type) == [.integer, .text])
    #expect(
      table.rows == [
        [.integer(1), "a,\"b\"\r\nc"], [.integer(2), ""], [.integer(3), .null],
      ])
    #expect(table.keyColumns == ["id"])
  }

  @Test(
    arguments: [
      ("id:int\n1\n", "unknown type int"), ("id,ID\n1,2\n", "no unique name"),
      ("id,n:real\n1,nan\n", "line 2, field 2: n is not of type real"),
      ("id,n\n1,2\n,3\n", "line 3, field 1: id is the key and has no value"),
      ("id,n\n1,\"2\"x\n", "line 2, character 6: there is text after a closing quotation mark"),
      ("", "is empty"),
      ("id\n1\u{0}\n", "zero byte"), ("id:uuid\nx\n", "is not of type uuid"),
    ])
  func `an error in a CSV file names its line`(csv: String, words: String) throws {
    let error = #expect(throws: StoreError.self) { try table(csv) }
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
  }

  @Test func `an error about a byte that is not text names its line and its field`() throws {
    let file = try ScratchDatabase()
    let path = file.folder.appending(path: "bad.csv")
    try (Data("id,name\n1,Ada\n2,B".utf8) + Data([0xFF]) + Data("b\n".utf8)).write(to: path)
    let outcome = try SectionalProcess.run(
      "compare", file.folder.path + "/a.sqlite", file.folder.path + "/b.sqlite", "t",
      "--seed-from", path.path)
    #expect(outcome.status == 1)
    #expect(outcome.complaint.contains("bad.csv, line 3, field 2: not UTF-8"))
  }

  @Test func `a file is loaded into both stores or into neither`() async throws {
    let (first, second) = (
      try ScratchDatabase(), try await ScratchServerDatabase("CREATE TABLE t(a int)")
    )
    let csv = first.folder.appending(path: "t.csv")
    let header = (0..<60).map { "c\($0)" }.joined(separator: ",")
    let lines = (1...300).map { row in
      "\(row)," + (1..<60).map { "\(row * $0)" }.joined(separator: ",")
    }
    try Data(([header] + lines).joined(separator: "\n").utf8).write(to: csv)
    let arguments = ["compare", first.path, second.url, "t", "--seed-from", csv.path]
    let refused = try SectionalProcess(arguments).finish()
    #expect(refused.status == 1)
    #expect(refused.complaint.contains("it already has a table \"t\"; name another table"))
    let mistyped = try SectionalProcess(arguments + ["--sort", "c99"]).finish()
    #expect(mistyped.complaint.contains("there is no column \"c99\""))
    try await second.write("DROP TABLE t")
    let loaded = try SectionalProcess(arguments).finish()
    #expect(loaded.status == 0, "\(loaded.complaint)")
    #expect(loaded.output.contains("The same 300 rows"))
    #expect(loaded.complaint.isEmpty)
  }
}

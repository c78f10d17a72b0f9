import Testing

@testable import SectionalBench

/// The file of counts, and comparing counts with it.
struct CountsFileTests {
  private let key = CountKey(name: "open", rows: 1000, count: "rowsRead")
  private let other = CountKey(name: "change-one", rows: 100_000, count: "fullFetches")

  private func file(_ value: Int, _ reason: String = "") -> CountsFile {
    CountsFile([RecordedCount(key: key, value: value, reason: reason)])
  }

  @Test
  func `a counts file is read as it was written`() throws {
    let file = CountsFile([
      RecordedCount(key: key, value: 1000, reason: "one  column more, since 5.0"),
      RecordedCount(key: other, value: 0, reason: ""),
    ])
    #expect(try CountsFile(parsing: file.text, name: "counts") == file)
  }

  @Test
  func `comments and empty lines are ignored`() throws {
    let text = "# counts\n\n  open 1000 rowsRead 7\n"
    #expect(try CountsFile(parsing: text, name: "counts") == file(7))
  }

  @Test(arguments: ["open 1000 rowsRead", "open many rowsRead 7", "open 1000 rowsRead few"])
  func `an error names the line that can't be parsed`(line: String) throws {
    let error = #expect(throws: BenchmarkError.self) {
      try CountsFile(parsing: "# counts\n\(line)", name: "counts")
    }
    #expect(error?.message.hasPrefix("counts:2: ") == true)
  }

  @Test
  func `a count must not occur twice`() throws {
    let error = #expect(throws: BenchmarkError.self) {
      try CountsFile(parsing: "open 1 a 2\nopen 1 a 2", name: "counts")
    }
    #expect(error?.message.contains("twice") == true)
  }

  @Test(arguments: [(100, 110, 0), (100, 111, 1), (9, 9, 0), (9, 10, 1), (0, 0, 0), (0, 1, 1)])
  func `a count may grow by a tenth`(committed: Int, found: Int, complaints: Int) {
    #expect(
      file(committed).complaints(about: [(key, found)], path: "counts").count == complaints)
  }

  @Test
  func `a count that is no longer reported is a complaint, and a new one is not`() {
    let complaints = file(5).complaints(about: [(other, 5)], path: "counts")
    #expect(complaints.count == 1)
    #expect(complaints.first?.hasPrefix("open 1000 rowsRead: committed 5, ") == true)
  }

  @Test
  func `growth is only recorded with a reason`() throws {
    let old = file(5, "as it was")
    let error = #expect(throws: BenchmarkError.self) {
      try old.replaced(by: [(key, 6)], because: nil, path: "counts")
    }
    #expect(error?.message.contains("open 1000 rowsRead grows from 5 to 6") == true)
    let new = try old.replaced(by: [(key, 6)], because: "one more", path: "counts")
    #expect(new == file(6, "one more"))
  }

  @Test
  func `an unchanged count keeps its reason, and a lower one needs none`() throws {
    let old = file(5, "as it was")
    #expect(try old.replaced(by: [(key, 5)], because: nil, path: "counts") == old)
    #expect(try old.replaced(by: [(key, 4)], because: nil, path: "counts") == file(4))
  }

  @Test
  func `a count can only disappear with a reason`() throws {
    #expect(throws: BenchmarkError.self) {
      try file(5).replaced(by: [(other, 1)], because: nil, path: "counts")
    }
    let new = try file(5).replaced(by: [(other, 1)], because: "renamed", path: "counts")
    #expect(new.counts.map(\.key) == [other])
  }
}

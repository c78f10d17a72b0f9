import SectionalTesting
import TestSupport
import Testing

struct ReferenceListTests {
  private let list = ReferenceList(columns: ["id", "team"], keyColumns: ["id"], section: "team")

  @Test
  func `rows that share a value are a section, numbers by value`() throws {
    let rows: [[OracleValue]] = [
      [.integer(1), .null], [.integer(2), .integer(1)], [.integer(3), .real(1)],
      [.integer(4), .text([0x31])],
    ]
    let picture = try list.picture(of: rows)
    #expect(picture.sections.map(\.key) == [.null, .integer(1), .text([0x31])])
    #expect(picture.sections.map(\.name) == ["", "1", "1"])
    #expect(picture.sections.map(\.rows.count) == [1, 2, 1])
  }

  @Test
  func `a section that the order splits is an error of the oracle`() {
    let rows: [[OracleValue]] = [
      [.integer(1), .integer(1)], [.integer(2), .integer(2)], [.integer(3), .integer(1)],
    ]
    let violation = #expect(throws: LawViolation.self) { try list.picture(of: rows) }
    #expect(violation?.law == .oracle)
  }

  @Test
  func `without a section column there is one section, even without rows`() throws {
    let list = ReferenceList(columns: ["id"], keyColumns: ["id"], section: nil)
    #expect(try list.picture(of: []).sections.map(\.rows.count) == [0])
    #expect(try list.picture(of: [[.integer(1)]]).sections.map(\.rows.count) == [1])
  }

  @Test
  func `a row without a complete key is identified by its rowid`() throws {
    let rows: [[OracleValue]] = [
      [.null, .null, .integer(5)], [.text([0x61]), .null, .integer(6)],
    ]
    let picture = try list.picture(of: rows)
    #expect(picture.rows.map(\.row.id) == [[.integer(5)], [.text([0x61])]])
    #expect(picture.rows.map(\.row.cells.count) == [2, 2])
  }
}

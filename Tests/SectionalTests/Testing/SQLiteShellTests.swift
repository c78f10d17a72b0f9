import SectionalTesting
import Testing

/// Tests of the oracle itself.
struct SQLiteShellTests {
  @Test
  func `every type is read with its exact bytes`() async throws {
    let shell = try SQLiteShell()
    let literals: [(String, OracleValue)] = [
      ("NULL", .null), ("1", .integer(1)), ("1.0", .real(1)), ("'1'", .text([0x31])),
      ("x'31'", .blob([0x31])), ("''", .text([])), ("x''", .blob([])),
      ("-9223372036854775808", .integer(.min)), ("9223372036854775807", .integer(.max)),
      ("0.1", .real(0.1)), ("1e308", .real(1e308)), ("5e-324", .real(.leastNonzeroMagnitude)),
      ("9e999", .real(.infinity)), ("-9e999", .real(-.infinity)), ("-0.0", .real(0)),
      ("CAST(x'610062' AS TEXT)", .text([0x61, 0, 0x62])), ("CAST(x'ff' AS TEXT)", .text([0xFF])),
      ("'|'", .text([0x7C])), ("'='", .text([0x3D])), ("char(10)", .text([0x0A])),
    ]
    let rows = try await shell.rows(literals.map(\.0), from: "(SELECT 1)")
    #expect(rows == [literals.map(\.1)])
  }

  @Test
  func `rows are read in order, and an empty table has none`() async throws {
    let shell = try SQLiteShell()
    try await shell.execute("CREATE TABLE t (a); INSERT INTO t VALUES (2), (1)")
    #expect(try await shell.rows(["a"], from: "t ORDER BY a") == [[.integer(1)], [.integer(2)]])
    #expect(try await shell.rows(["a"], from: "t WHERE a > 2") == [])
  }

  @Test
  func `an error is thrown, and the next question is answered`() async throws {
    let shell = try SQLiteShell()
    let violation = await #expect(throws: LawViolation.self) {
      try await shell.execute("INSERT INTO nowhere VALUES (1)")
    }
    #expect(violation?.law == .oracle)
    #expect(violation?.difference.contains("nowhere") == true)
    #expect(try await shell.rows(["7"], from: "(SELECT 1)") == [[.integer(7)]])
  }

  @Test
  func `answers of statements that are not asked for are left out`() async throws {
    let shell = try SQLiteShell()
    try await shell.execute("PRAGMA journal_mode; SELECT 'noise'")
    #expect(try await shell.rows(["1"], from: "(SELECT 1)") == [[.integer(1)]])
  }

  @Test
  func `two thousand questions get two thousand answers`() async throws {
    let shell = try SQLiteShell()
    for number in 0..<2000 {
      let rows = try await shell.rows(["\(number)"], from: "(SELECT 1)")
      #expect(rows == [[.integer(Int64(number))]])
    }
  }
}

import Testing

@testable import SectionalBench

/// The options of the command line.
struct OptionsTests {
  @Test
  func `options can be repeated and spelled in two ways`() throws {
    let options = try Options(["--case", "open", "--case=change-one", "--rows=1000", "--json"])
    #expect(options.cases == ["open", "change-one"])
    #expect(options.rows == [1000])
    #expect(options.isJSON)
  }

  @Test(arguments: [
    ["--cse", "open"], ["--case", "opne"], ["--rows", "few"], ["--rows", "0"], ["--rows"],
    ["--json=yes"], ["open"], ["--check", "a", "--record", "b"], ["--because", "so"],
    ["--check", "a", "--rows", "10"], ["--record", "a", "--because", "two\nlines"],
  ])
  func `incorrect usage is rejected`(arguments: [String]) {
    #expect(throws: UsageError.self) { try Options(arguments) }
  }

  @Test
  func `without options everything is measured`() throws {
    let selection = try Selection(try Options([]), hasServer: true)
    #expect(selection.parts.map(\.benchmark.name) == Benchmark.all.map(\.name))
  }

  @Test
  func `without a server, benchmarks that need one are omitted unless requested`() throws {
    let selection = try Selection(try Options([]), hasServer: false)
    #expect(
      selection.parts.map(\.benchmark.name)
        == Benchmark.all.filter { !$0.needsServer }.map(\.name))
    let asked = try Selection(try Options(["--case", "postgres-change"]), hasServer: false)
    #expect(asked.parts.map(\.benchmark.name) == ["postgres-change"])
  }

  @Test
  func `a case that is measured together with others is reported alone`() throws {
    let selection = try Selection(try Options(["--case", "change-one-total", "--rows", "1000"]))
    #expect(selection.parts.map(\.cases) == [["change-one-total"]])
    #expect(selection.parts.map(\.sizes) == [[1000]])
  }

  @Test
  func `a requested case must have a size`() throws {
    let options = try Options(["--case", "change-10000", "--rows", "1000"])
    #expect(throws: UsageError.self) { try Selection(options) }
  }
}

import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalTesting
import TestSupport
import Testing

/// What a log that keeps old values tells of rows, compared with whole copies of the table from before.
@MainActor @Suite(.serialized) struct OldRowHistoryTests {
  private typealias Row = [String: OracleValue]

  /// Two writers whose transactions overlap, and the table as it was at the last look.
  @MainActor private final class Run {
    let bench: OldRowBench
    private let oracle: PostgresShell
    private var writers: [(shell: PostgresShell, isOpen: Bool)] = []
    private(set) var copy: [RowKey: Row] = [:]
    var history: OldRowHistory
    var known = 0
    var unknown = 0

    init(_ shape: OldRowHistory.Shape, seed: UInt64) async throws {
      history = OldRowHistory(shape, seed: seed)
      bench = try await OldRowBench(shape.schema, keeping: OldRowHistory.kept)
      oracle = try PostgresShell(url: bench.database.url)
      for _ in 0..<2 {
        let shell = try PostgresShell(url: bench.database.url)
        try await shell.execute("SET lock_timeout = '20ms'; SET client_min_messages = error")
        writers.append((shell, false))
      }
      copy = try await rows()
    }

    /// Returns the table as another program sees it.
    func rows() async throws -> [RowKey: Row] {
      let columns = OldRowHistory.columns
      let rows = try await oracle.rows(columns, from: "item")
      return Dictionary(
        try rows.map { row in
          guard case .integer(let id)? = row.first else {
            throw LawViolation(.oracle, "a row has no key")
          }
          return (RowKey([.integer(id)]), Dictionary(zip(columns, row)) { first, _ in first })
        }
      ) { first, _ in first }
    }

    /// Lets the writers write for a while.
    func write() async {
      for _ in 0...history.below(4) {
        let place = history.below(writers.count)
        let script = history.script(isOpen: &writers[place].isOpen)
        // A deferred check can fail when the transaction ends, which undoes it.
        try? await writers[place].shell.execute(script)
      }
    }

    /// Looks, and checks what is told about rows that changed.
    func check(_ number: Int) async throws {
      let before = copy
      let told = try await bench.look()
      copy = try await rows()
      guard case .tables(let tables) = told else {
        Issue.record("\(number): everything may have changed")
        return
      }
      let table = tables.values.first ?? ChangedTable(keys: [])
      let differing = Set(before.keys).union(copy.keys).filter { before[$0] != copy[$0] }
      #expect(table.keys.isSuperset(of: differing), "\(number)")
      #expect(table.keys.isSuperset(of: table.oldRows.keys), "\(number)")
      for (key, old) in table.oldRows {
        #expect(OldRowHistoryTests.row(old) == before[key], "\(number), \(key.values)")
      }
      known += table.oldRows.count
      unknown += table.keys.count - table.oldRows.count
    }
  }

  nonisolated private static func row(_ old: OldRow) -> Row? {
    guard case .present(let values) = old else { return nil }
    return values.mapValues { OracleValue($0) }
  }

  @Test(arguments: OldRowHistory.Shape.allCases)
  func `whatever is written, what is told of a row is what it was`(shape: OldRowHistory.Shape)
    async throws
  {
    let count = HistoryLength.steps(20)
    let run = try await Run(shape, seed: 1)
    for number in 0..<count {
      await run.write()
      try await run.check(number)
    }
    #expect(run.known > count / 4 || HistoryLength.isShort)
    // The row trigger that sees moves between partitions can't tell what rows were.
    #expect(run.unknown == 0 || shape == .partitions)
  }
}

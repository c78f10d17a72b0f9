import Sectional
import SectionalSQL

/// Rows of a table from places that are equally far apart.
struct TableSample {
  private static let mostRows = 10_000
  private static let places = 100

  private let table: SQLiteTable
  private let handle: SQLiteHandle
  /// The columns that can be written, as SQL.
  private let columns: [String]

  init(of table: SQLiteTable, on handle: SQLiteHandle) {
    (self.table, self.handle) = (table, handle)
    columns = table.columns.filter { !$0.isGenerated }.map { QuotedIdentifier.quoted($0.name) }
  }

  private var source: String { "main." + QuotedIdentifier.quoted(table.name) }

  /// Copies the rows to a table with the same name and columns.
  ///
  /// - Returns: The number of rows that were copied, and of all rows.
  func copy(to other: SQLiteHandle) throws(StoreError) -> (copied: Int, all: Int) {
    let all = Int(try handle.integer("SELECT count(*) FROM \(source)"))
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    try other.execute("BEGIN")
    let insertion = try other.prepare(
      "INSERT OR IGNORE INTO \(source) (\(columns.joined(separator: ", "))) VALUES (\(marks))")
    var copied = 0
    try forEachRow(of: all) { values throws(StoreError) in
      insertion.reset()
      try insertion.bind(values)
      _ = try insertion.step()
      copied += 1
    }
    insertion.reset()
    try other.execute("COMMIT")
    return (copied, all)
  }

  private func forEachRow(
    of all: Int, _ body: ([StoredValue]) throws(StoreError) -> Void
  ) throws(StoreError) {
    let list = columns.joined(separator: ", ")
    guard all > TableSample.mostRows, let rowID = table.rowIDExpression,
      let starts = try starts(rowID)
    else {
      // Passing by rows without reading their cells takes about as long as counting them.
      let rows = try handle.prepare("SELECT \(list) FROM \(source)")
      var (passed, taken) = (0, 0)
      while taken < TableSample.mostRows, try rows.step() {
        if taken * max(all, TableSample.mostRows) <= passed * TableSample.mostRows {
          try body(columns.indices.map { rows.value(at: $0) })
          taken += 1
        }
        passed += 1
      }
      return
    }
    let rows = try handle.prepare(
      "SELECT \(list), \(rowID) FROM \(source) WHERE \(rowID) >= ? AND \(rowID) < ? ORDER BY \(rowID) LIMIT ?"
    )
    var left = TableSample.mostRows
    /// Takes rows with rowids of a range, and returns the rowid after the last one.
    func take(_ range: Range<Int64>, atMost most: Int) throws(StoreError) -> Int64 {
      var next = range.lowerBound
      rows.reset()
      try rows.bind(
        [range.lowerBound, range.upperBound, Int64(most)].map(StoredValue.integer))
      while try rows.step() {
        try body(columns.indices.map { rows.value(at: $0) })
        next = rows.integer(at: columns.count) &+ 1
        left -= 1
      }
      return next
    }
    let most = TableSample.mostRows / TableSample.places
    var gaps: [Range<Int64>] = []
    for (start, end) in zip(starts, starts.dropFirst()) where start < end {
      let next = try take(start..<end, atMost: most)
      gaps.append(next..<max(next, end))
    }
    // Where few rows have rowids far from the others, these are between two places.
    for gap in gaps where left > 0 { _ = try take(gap, atMost: left) }
  }

  /// Returns the rowids at which the places begin, and the one after the last; `nil` if they are too far apart.
  private func starts(_ rowID: String) throws(StoreError) -> [Int64]? {
    let first = try handle.integer("SELECT min(\(rowID)) FROM \(source)")
    let last = try handle.integer("SELECT max(\(rowID)) FROM \(source)")
    let (span, overflows) = last.subtractingReportingOverflow(first)
    guard !overflows, last < .max else { return nil }
    let width = span / Int64(TableSample.places)
    return (0..<TableSample.places).map { first + Int64($0) * width } + [last + 1]
  }
}

/// What the page shows, as its script reads it.
struct PageData: Encodable {
  struct Store: Encodable {
    /// What the store is called.
    let name: String
    let address: String
    let kind: String
  }

  struct Cause: Encodable {
    let cause: String
    let title: String
    let column: String?
    let rows: Int
    let sections: Int
    let explanation: String
    let remedy: String
    let statement: Statement?
    let accept: String?
    let isAccepted: Bool
    let isExpected: Bool
    let says: [String]
    let first: Pair?
  }

  struct Statement: Encodable {
    let sql: String
    let place: String
  }

  struct ColumnCount: Encodable {
    let column: Int
    let rows: Int
  }

  struct Pair: Encodable {
    let position: Int
    let column: String
    let values: [String?]
    let hasRow: [Bool]
    let codePoints: [[String]]
    let isOrder: Bool
  }

  struct Bar: Encodable {
    let name: String
    let counts: [Int]
    let status: String
  }

  struct Row: Encodable {
    let position: Int
    let key: String
    let cells: [String?]
  }

  /// Equal rows that are left out, a heading, or a row in both lists.
  enum Line {
    case gap(Int)
    case section([String?])
    case row(LineRow)
  }

  struct LineRow: Encodable {
    let kind: String
    let left: Row?
    let right: Row?
    let causes: [Int]
    /// The columns in which the row differs.
    let cells: [Int]
    let key: String
    /// True if the row is equal, and shown only if the reader opens the gap that it is in.
    let folded: Bool?
  }

  struct Order: Encodable {
    let id: String
    let title: String
    let explanation: String
    let equal: Bool
    /// The result in one sentence.
    let answer: String
    let rows: [Int]
    let sections: [Int]
    let causes: [Cause]
    let chart: [Bar]
    let chartLeftOut: Int
    /// The number of rows that differ in each column that has any.
    let differing: [ColumnCount]
    /// The number of differing rows in each of as many equal parts of the list.
    let places: [Int]
    let lines: [Line]
    /// The number of differing rows that didn't fit.
    let leftOut: Int
  }

  let title: String
  let date: String
  let tables: [String]?
  let request: String
  let stores: [Store]
  let columns: [String]
  /// The columns that identify a row, if they are among the columns.
  let keyColumns: [Int]
  let orders: [Order]
}

extension PageData.Line: Encodable {
  private enum Key: CodingKey { case gap, section }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .gap(let count):
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(count, forKey: .gap)
    case .section(let names):
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(names, forKey: .section)
    case .row(let row): try row.encode(to: encoder)
    }
  }
}

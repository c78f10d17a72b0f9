/// What the page shows, as its script reads it.
struct PageData: Encodable {
  struct Store: Encodable {
    let name: String
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
    let says: [String]
    let first: Pair?
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
    case row(kind: String, left: Row?, right: Row?, causes: [Int], cells: [Int], key: String)
  }

  struct Order: Encodable {
    let id: String
    let title: String
    let equal: Bool
    let rows: [Int]
    let sections: [Int]
    let causes: [Cause]
    let chart: [Bar]
    let chartLeftOut: Int
    let lines: [Line]
    let leftOut: Int
  }

  let title: String
  let table: String?
  let request: String
  let stores: [Store]
  let columns: [String]
  let orders: [Order]
}

extension PageData.Line: Encodable {
  private enum Key: CodingKey {
    case gap, section, kind, left, right, causes, cells, key
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .gap(let count): try container.encode(count, forKey: .gap)
    case .section(let names): try container.encode(names, forKey: .section)
    case .row(let kind, let left, let right, let causes, let cells, let key):
      try container.encode(kind, forKey: .kind)
      try container.encode(left, forKey: .left)
      try container.encode(right, forKey: .right)
      try container.encode(causes, forKey: .causes)
      try container.encode(cells, forKey: .cells)
      try container.encode(key, forKey: .key)
    }
  }
}

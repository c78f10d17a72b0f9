import Sectional

/// The values that histories use: few, so that ties and collisions are frequent, and unusual.
struct ValuePool {
  /// The values that the columns can hold.
  let teams: [StoredValue]
  let positions: [StoredValue]
  let notes: [StoredValue]
  let texts: [StoredValue]

  init(_ cells: HistoryCells) {
    teams = ValuePool.allTeams.filter(cells.holdsTeam)
    positions = ValuePool.allPositions.filter(cells.holdsPosition)
    notes = ValuePool.allNotes.filter(cells.holdsText)
    texts = ValuePool.allTexts.filter(cells.holdsText)
  }

  private static let composed = StoredValue.text("\u{E4}")
  private static let decomposed = StoredValue.text("a\u{308}")

  private static let allTeams: [StoredValue] = [
    .null, "", "1", 1, 1.0, .real(-0.0), 0, 2.5, "a", "A", "b", "B", "aB", composed, decomposed,
    .blob([0]), .blob([]), .blob([0x61]), .text("a\u{0}"), .text("a\u{0}B"), .text("A\u{0}b"),
    "🙂", .malformedText([0xFF, 0x41]), .integer(1 << 53 + 1),
  ]

  private static let allPositions: [StoredValue] = [
    .null, 0, 1, 2, 3, 1.0, 1.5, 2.5, -1, .real(-0.0), .integer(1 << 53), .integer(1 << 53 + 1),
    .real(0x1p53), .real(-.infinity), 1e300, "x", .blob([1]),
  ]

  private static let allNotes: [StoredValue] = [
    .null, "", "a", "A", "b", "B", "aa", "aA", composed, decomposed, "10", "9", "it's",
    .text("a\u{0}b"), .text("A\u{0}C"), .text("line\nbreak"), "🙂",
  ]

  static let integers: [StoredValue] =
    (1...80).map { .integer($0) } + [0, -1, .integer(.max), .integer(.min), .integer(1 << 53 + 1)]

  private static let allTexts: [StoredValue] =
    allNotes.dropFirst() + (0..<60).map { .text("k\($0)") } + [.malformedText([0xC3])]

  static let smallIntegers: [StoredValue] = (-1...5).map { .integer($0) } + [.integer(.max)]

  static let blobs: [StoredValue] =
    [.blob([]), .blob([0]), .blob([0, 0]), .blob([0, 0xFF]), .blob([0, 1]), .blob([0xFF])]
    + (0..<70).map { .blob([1, $0]) }
}

extension SeededGenerator {
  /// Draws a value from a pool, which is never empty.
  mutating func value(of pool: [StoredValue]) -> StoredValue { element(of: pool) ?? .null }

  /// Draws a team, mostly from a small set, so that sections hold several rows.
  mutating func team(preferring few: [StoredValue], of pool: ValuePool) -> StoredValue {
    happens(onceIn: 5) ? value(of: pool.teams) : value(of: few)
  }

  /// Draws a key for a shape; it can already be in use.
  mutating func key(_ shape: TableShape, of pool: ValuePool) -> [StoredValue] {
    switch shape {
    case .integerKey: [value(of: ValuePool.integers)]
    case .withoutKey: []
    case .compositeKey: [value(of: ValuePool.smallIntegers), value(of: pool.texts)]
    case .textKey, .withoutRowID: [value(of: pool.texts)]
    case .nullableKey: [happens(onceIn: 3) ? .null : value(of: pool.texts)]
    case .blobKey: [value(of: ValuePool.blobs)]
    }
  }
}

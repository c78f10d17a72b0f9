import Sectional
import SectionalTesting

/// A record with columns of every type, and values that are hard to compare.
struct Specimen: StoredRecord, Hashable {
  var id: Int64
  var whole: Int64?
  var small: Int32
  var real: Double?
  var size: Double
  var flag: Bool
  var text: String?
  var label: String

  static let table = RecordTable(
    "specimen", RecordColumn("id", \.id, primaryKey: true), RecordColumn("whole", \.whole),
    RecordColumn("small", \.small), RecordColumn("real", \.real), RecordColumn("size", \.size),
    RecordColumn("flag", \.flag), RecordColumn("text", \.text), RecordColumn("label", \.label),
    row: Specimen.init)

  static let sql = """
    CREATE TABLE specimen(id INTEGER PRIMARY KEY, whole INTEGER, small INTEGER NOT NULL,
      real REAL, size REAL NOT NULL, flag INTEGER NOT NULL, text TEXT, label TEXT NOT NULL);
    """

  static let wholes: [Int64] = [
    .min, .min + 1, -9_007_199_254_740_993, -2, -1, 0, 1, 2, 3, 7, 9_007_199_254_740_993, .max - 1,
    .max,
  ]
  static let smalls: [Int32] = [.min, -7, -1, 0, 1, 2, 10, .max]
  static let reals: [Double] = [
    -0.0, 0, 0.5, -0.5, 1, 2, 7, 0.1, 0.3, -1e300, 1e308, 9_007_199_254_740_992,
    9.223372036854775807e18, -9.223372036854775808e18, .infinity, -.infinity,
    .leastNonzeroMagnitude,
  ]
  static let texts: [String] = [
    "", "a", "A", "b", "ab", "Ab", "abc", "\u{E9}", "e\u{301}", "e", "\u{301}", "a\0b", "\0", "a\0",
    "\u{DF}", "ss", "\u{1F469}\u{200D}\u{1F680}", "\u{1F469}", "\u{10FFFF}", "\u{FFFD}", "7", "07",
    "1e3", " a", "a ", "%", "_", "*", "'", "?",
  ]

  init(
    id: Int64, whole: Int64?, small: Int32, real: Double?, size: Double, flag: Bool, text: String?,
    label: String
  ) {
    (self.id, self.whole, self.small, self.real) = (id, whole, small, real)
    (self.size, self.flag, self.text, self.label) = (size, flag, text, label)
  }

  /// Draws a record.
  init(id: Int64, from generator: inout SeededGenerator) {
    self.id = id
    whole = generator.happens(onceIn: 5) ? nil : generator.element(of: Specimen.wholes)
    small = generator.element(of: Specimen.smalls) ?? 0
    real = generator.happens(onceIn: 5) ? nil : generator.element(of: Specimen.reals)
    size = generator.element(of: Specimen.reals) ?? 0
    flag = generator.happens(onceIn: 2)
    text = generator.happens(onceIn: 5) ? nil : generator.element(of: Specimen.texts)
    label = generator.element(of: Specimen.texts) ?? ""
  }

  /// Draws records.
  static func some(_ count: Int64, seed: UInt64) -> [Specimen] {
    var generator = SeededGenerator(seed: seed)
    return (1...count).map { Specimen(id: $0, from: &generator) }
  }
}

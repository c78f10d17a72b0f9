/// The parts of a date as ISO 8601 writes it, with or without separators: `2024-01-31T10:00:00.5+01:00`, `20240131`.
struct MomentParts {
  /// Whether the parts of the day are separated by hyphens.
  let hasHyphens: Bool
  let day: (year: Substring, month: Substring, day: Substring)
  /// What is between the day and the time: `T`, or a space; empty if there is no time.
  private(set) var separator = ""
  private(set) var hasColons = false
  private(set) var hour = Int64(0)
  private(set) var minute = Int64(0)
  private(set) var second: Int64?
  /// The point or comma, and the digits behind it; empty if there is none.
  private(set) var fraction = Substring()
  private(set) var hasBlankBeforeZone = false
  /// The zone: `Z`, or a distance from UTC.
  private(set) var zone: Substring?

  /// Reads a text as a whole; returns `nil` if it isn't a date in this notation.
  init?(_ text: String) {
    var scanner = Scanner(rest: text[...])
    guard let year = scanner.digits(4) else { return nil }
    hasHyphens = scanner.take("-")
    guard let month = scanner.digits(2), !hasHyphens || scanner.take("-"),
      let day = scanner.digits(2)
    else { return nil }
    self.day = (year, month, day)
    if let separator = scanner.take(anyOf: ["T", "t", " "]) {
      self.separator = separator.uppercased()
      guard readTime(&scanner) else { return nil }
    }
    guard scanner.rest.isEmpty else { return nil }
  }

  private mutating func readTime(_ scanner: inout Scanner) -> Bool {
    guard let hour = scanner.digits(2) else { return false }
    hasColons = scanner.take(":")
    guard let minute = scanner.digits(2) else { return false }
    (self.hour, self.minute) = (Int64(hour) ?? 0, Int64(minute) ?? 0)
    if !hasColons || scanner.take(":") {
      if let second = scanner.digits(2) {
        self.second = Int64(second) ?? 0
        fraction = scanner.fraction()
      } else if hasColons {
        return false
      }
    }
    return readZone(&scanner)
  }

  private mutating func readZone(_ scanner: inout Scanner) -> Bool {
    guard !scanner.rest.isEmpty else { return true }
    hasBlankBeforeZone = scanner.take(" ")
    let start = scanner.rest
    if scanner.take(anyOf: ["Z", "z"]) == nil {
      guard scanner.take(anyOf: ["+", "-"]) != nil, scanner.digits(2) != nil else { return false }
      if scanner.take(":") || !scanner.rest.isEmpty {
        guard scanner.digits(2) != nil else { return false }
      }
    }
    zone = start[..<scanner.rest.startIndex]
    return true
  }
}

/// Takes a text apart from its beginning.
private struct Scanner {
  private(set) var rest: Substring

  /// Takes exactly so many ASCII digits.
  mutating func digits(_ count: Int) -> Substring? {
    let digits = rest.utf8.prefix(count)
    guard digits.count == count, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    let taken = rest[..<digits.endIndex]
    rest = rest[digits.endIndex...]
    return taken
  }

  mutating func take(_ character: Character) -> Bool { take(anyOf: [character]) != nil }

  mutating func take(anyOf characters: [Character]) -> Character? {
    guard let first = rest.first, characters.contains(first) else { return nil }
    rest = rest.dropFirst()
    return first
  }

  /// Takes a point or a comma with the digits behind it, or nothing.
  mutating func fraction() -> Substring {
    guard let first = rest.first, first == "." || first == "," else { return "" }
    let digits = rest.utf8.dropFirst().prefix { 0x30...0x39 ~= $0 }
    guard !digits.isEmpty else { return "" }
    let taken = rest[..<digits.endIndex]
    rest = rest[digits.endIndex...]
    return taken
  }
}

/// A scanner that splits SQL just enough to tell code from strings, quoted names and comments.
struct StatementScanner {
  /// A piece of SQL.
  enum Piece {
    case code(Unicode.Scalar)
    case quoted
    case comment
  }

  private(set) var rest: Substring.UnicodeScalarView

  init(_ sql: String) { rest = sql[...].unicodeScalars }

  /// Steps over the next piece; returns `nil` at the end.
  mutating func next() -> Piece? {
    guard let first = rest.first else { return nil }
    if starts(with: "--") {
      rest = rest.drop { $0 != "\n" }
      return .comment
    }
    if starts(with: "/*") {
      rest = rest.dropFirst(2)
      while !rest.isEmpty && !starts(with: "*/") { rest.removeFirst() }
      rest = rest.dropFirst(2)
      return .comment
    }
    rest.removeFirst()
    guard let end = StatementScanner.quotes[first] else { return .code(first) }
    // A doubled quotation mark reads as two adjacent quoted pieces, which has the same effect.
    rest = rest.drop { $0 != end }.dropFirst()
    return .quoted
  }

  /// Returns whether code is part of a word, such as a name or a number.
  static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
      || scalar == "$"
  }

  private func starts(with text: String) -> Bool { rest.starts(with: text.unicodeScalars) }

  private static let quotes: [Unicode.Scalar: Unicode.Scalar] = [
    "'": "'", "\"": "\"", "`": "`", "[": "]",
  ]
}

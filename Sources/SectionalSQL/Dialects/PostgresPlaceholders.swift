import Sectional

/// Placeholders as PostgreSQL has them, `$1`, `$2`, …, whichever way a text spells them.
public enum PostgresPlaceholders {
  /// Returns a piece's text with its placeholders numbered on behind others.
  ///
  /// A text that has `$1` is taken at its word. In any other one with arguments a question mark is a placeholder and two
  /// of them are a question mark, which is an operator too. Without arguments every question mark is one.
  ///
  /// - Parameters:
  ///   - piece: The text, with its arguments.
  ///   - count: How many arguments there are before.
  /// - Returns: The text.
  public static func numbered(_ piece: SQLText, after count: Int = 0) -> String {
    guard !piece.arguments.isEmpty else { return piece.text }
    var pieces: [(PostgresScanner.Piece, Substring.UnicodeScalarView)] = []
    var scanner = PostgresScanner(piece.text)
    while let next = scanner.next() { pieces.append(next) }
    let hasNumbers = pieces.contains { if case .parameter = $0.0 { true } else { false } }
    var result = String.UnicodeScalarView()
    var number = count
    for (piece, text) in pieces {
      switch piece {
      case .parameter(let place): result += "$\(count + place)".unicodeScalars
      case .questionMarks where !hasNumbers && text.count == 2: result.append("?")
      case .questionMarks where !hasNumbers && text.count == 1:
        number += 1
        result += "$\(number)".unicodeScalars
      default: result += text
      }
    }
    return String(result)
  }
}

import Sectional
import SectionalSQL

/// PostgreSQL's placeholders (`$1`, `$2`, …), converted from whichever form a text uses.
enum PostgresPlaceholders {
  /// Returns a piece's text with its placeholders numbered after those that come before it.
  ///
  /// If the text contains placeholders such as `$1`, these are its placeholders. Otherwise, if the piece has arguments,
  /// `?` is a placeholder and `??` stands for a literal question mark, which is also an operator. Without arguments,
  /// every question mark is literal.
  ///
  /// - Parameters:
  ///   - piece: The text, with its arguments.
  ///   - count: The number of arguments that come before the piece.
  /// - Returns: The text.
  static func numbered(_ piece: SQLText, after count: Int = 0) -> String {
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

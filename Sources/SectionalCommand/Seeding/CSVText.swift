/// Reads comma-separated values as specified by RFC 4180.
///
/// A quoted field is text even if it is empty. An empty unquoted field is null.
struct CSVText {
  /// Why a text can't be read.
  struct Problem: Error {
    /// The line, counted from one.
    let line: Int
    /// The Unicode scalar in the line, counted from one.
    let character: Int
    let message: String
  }

  private var rest: Substring.UnicodeScalarView
  private var line = 1
  /// Where the line begins.
  private var lineStart: String.UnicodeScalarView.Index

  init(_ text: String) {
    rest = text[...].unicodeScalars
    lineStart = rest.startIndex
    // Spreadsheets write a byte order mark before the first character.
    if rest.first == "\u{FEFF}" { rest.removeFirst() }
    lineStart = rest.startIndex
  }

  /// Returns the next record with its line number, or `nil` at the end.
  mutating func next() throws(Problem) -> (line: Int, fields: [String?])? {
    guard !rest.isEmpty else { return nil }
    let start = line
    var fields: [String?] = []
    while true {
      fields.append(try field())
      switch rest.popFirst() {
      case ",": continue
      case "\r":
        if rest.first == "\n" { rest.removeFirst() }
      case "\n", nil: break
      default: throw problem("there is text after a closing quotation mark", behind: 1)
      }
      beginLine()
      return (start, fields)
    }
  }

  private mutating func field() throws(Problem) -> String? {
    guard rest.first == "\"" else {
      let text = rest.prefix { $0 != "," && $0 != "\n" && $0 != "\r" }
      rest = rest.dropFirst(text.count)
      return text.isEmpty ? nil : String(text)
    }
    let opening = problem("this quotation mark is never closed", behind: 0)
    rest.removeFirst()
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      if scalar == "\n" { beginLine() }
      guard scalar == "\"" else {
        text.append(scalar)
        continue
      }
      guard rest.first == "\"" else { return String(text) }
      rest.removeFirst()
      text.append("\"")
    }
    throw opening
  }

  private mutating func beginLine() {
    line += 1
    lineStart = rest.startIndex
  }

  /// Returns a problem with what was read last.
  private func problem(_ message: String, behind count: Int) -> Problem {
    let character = Substring(rest).base.unicodeScalars.distance(
      from: lineStart, to: rest.startIndex)
    return Problem(line: line, character: character + 1 - count, message: message)
  }
}

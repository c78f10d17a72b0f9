import SectionalSQL

/// A scanner that splits PostgreSQL's SQL just enough to tell placeholders from strings, quoted names and comments.
struct PostgresScanner {
  /// The kind of a piece of the text.
  enum Piece: Hashable {
    /// `$1`, `$2`, …
    case parameter(Int)
    /// One question mark, or several in a row.
    case questionMarks
    /// An unquoted name or an SQL keyword.
    case word
    /// The end of a statement.
    case semicolon
    /// Anything else.
    case other
  }

  private var rest: Substring.UnicodeScalarView

  init(_ sql: String) { rest = sql[...].unicodeScalars }

  /// Steps over the next piece; returns `nil` at the end.
  mutating func next() -> (Piece, Substring.UnicodeScalarView)? {
    let start = rest
    guard let piece = step() else { return nil }
    return (piece, start[..<rest.startIndex])
  }

  /// Returns whether any statement in a text begins or ends a transaction or a savepoint, or prepares a transaction.
  static func controlsTransaction(_ sql: String) -> Bool {
    var scanner = PostgresScanner(sql)
    var words: [String] = []
    var isInBody = false
    while let (piece, text) = scanner.next() {
      if piece == .word { words.append(String(text).uppercased()) }
      if words.suffix(2) == ["BEGIN", "ATOMIC"], words.first == "CREATE" { isInBody = true }
      guard piece == .semicolon else { continue }
      if !isInBody, isControl(words) { return true }
      if isInBody, words.first == "END" { isInBody = false }
      words = []
    }
    return !isInBody && isControl(words)
  }

  /// Returns whether a condition closes a parenthesis that it doesn't open, and so would end those that it is put in.
  static func closesForeignParenthesis(_ condition: String) -> Bool {
    var scanner = PostgresScanner(condition)
    var depth = 0
    while depth >= 0, let (_, text) = scanner.next() {
      depth +=
        text.elementsEqual("(".unicodeScalars) ? 1 : text.elementsEqual(")".unicodeScalars) ? -1 : 0
    }
    return depth < 0
  }

  /// Returns whether a name, with or without a schema, can refer to a table whose name is written as in SQL.
  static func isName(_ name: String, of table: String) -> Bool {
    let (parts, named) = (nameParts(of: table), nameParts(of: name))
    return name == table || name == parts.last || name == parts.joined(separator: ".")
      || (!named.isEmpty && Array(parts.suffix(named.count)) == named)
  }

  private static func isControl(_ words: [String]) -> Bool {
    guard let first = words.first else { return false }
    return [
      "BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT", "SAVEPOINT", "RELEASE",
    ].contains(first) || words.prefix(2) == ["PREPARE", "TRANSACTION"]
  }

  /// Returns the parts of a name as it is written in SQL, separated by periods: parts that aren't quoted are in lower
  /// case.
  ///
  /// - Returns: The parts; empty if the text isn't such a name.
  static func nameParts(of name: String) -> [String] {
    var rest = name[...].unicodeScalars
    var parts: [String] = []
    repeat {
      if !parts.isEmpty { rest.removeFirst() }
      var part = String.UnicodeScalarView()
      if rest.first == "\"" {
        var hasQuote = false
        repeat {
          if hasQuote { part.append("\"") }
          hasQuote = true
          rest.removeFirst()
          part += rest.prefix { $0 != "\"" }
          rest = rest.drop { $0 != "\"" }
          guard rest.popFirst() != nil else { return [] }
        } while rest.first == "\""
        parts.append(String(part))
      } else {
        part += rest.prefix { $0 != "." && $0 != "\"" }
        rest = rest.dropFirst(part.count)
        parts.append(String(part).lowercased())
      }
    } while rest.first == "."
    return rest.isEmpty && !parts.contains("") ? parts : []
  }

  private mutating func step() -> Piece? {
    guard let first = rest.first else { return nil }
    if starts(with: "--") {
      rest = rest.drop { $0 != "\n" && $0 != "\r" }
    } else if starts(with: "/*") {
      skipComment()
    } else if first == "?" {
      rest = rest.drop { $0 == "?" }
      return .questionMarks
    } else if first == "$" {
      return skipDollar()
    } else if first == ";" {
      rest.removeFirst()
      return .semicolon
    } else if PostgresScanner.beginsWord(first) {
      let word = rest.prefix { PostgresScanner.continuesWord($0) }
      rest = rest.dropFirst(word.count)
      guard rest.first == "'", word.count == 1, first == "e" || first == "E" else { return .word }
      skipEscapedString()
    } else {
      rest.removeFirst()
      // A doubled quotation mark reads as two adjacent quoted pieces, which has the same effect.
      if first == "'" || first == "\"" { rest = rest.drop { $0 != first }.dropFirst() }
    }
    return .other
  }

  /// Comments can be nested.
  private mutating func skipComment() {
    var depth = 0
    repeat {
      if starts(with: "/*") {
        depth += 1
        rest = rest.dropFirst(2)
      } else if starts(with: "*/") {
        depth -= 1
        rest = rest.dropFirst(2)
      } else {
        rest = rest.dropFirst()
      }
    } while depth > 0 && !rest.isEmpty
  }

  /// Steps over a string in which a backslash escapes the next character; the string can continue on another line.
  private mutating func skipEscapedString() {
    var next = rest
    repeat {
      rest = next.dropFirst()
      while let character = rest.popFirst(), character != "'" {
        if character == "\\" { rest = rest.dropFirst() }
      }
      let blank = rest.prefix { $0.properties.isWhitespace }
      next = blank.contains { $0 == "\n" || $0 == "\r" } ? rest.dropFirst(blank.count) : rest
    } while next.first == "'"
  }

  /// Steps over a placeholder such as `$1`, or a string between two `$tag$` delimiters.
  private mutating func skipDollar() -> Piece {
    rest.removeFirst()
    let digits = rest.prefix { ("0"..."9").contains($0) }
    if !digits.isEmpty {
      rest = rest.dropFirst(digits.count)
      return UInt16(String(digits)).map { .parameter(Int($0)) } ?? .other
    }
    let tag = rest.prefix { PostgresScanner.continuesWord($0) && $0 != "$" }
    guard rest.dropFirst(tag.count).first == "$" else { return .other }
    let mark = "$\(String(tag))$".unicodeScalars
    rest = rest.dropFirst(tag.count + 1)
    while !rest.isEmpty && !rest.starts(with: mark) { rest.removeFirst() }
    rest = rest.dropFirst(mark.count)
    return .other
  }

  private func starts(with text: String) -> Bool { rest.starts(with: text.unicodeScalars) }

  private static func beginsWord(_ character: Unicode.Scalar) -> Bool {
    character == "_" || character.value >= 0x80 || character.properties.isAlphabetic
  }

  private static func continuesWord(_ character: Unicode.Scalar) -> Bool {
    beginsWord(character) || ("0"..."9").contains(character) || character == "$"
  }
}

package import Sectional

/// What can be determined about a statement from its text alone.
package enum ReadStatement {
  /// Returns the statement without its semicolon and the white space and comments after it, so that it can be put in
  /// parentheses.
  ///
  /// A text of several statements is returned unchanged, for the store to reject.
  package static func withoutTerminator(_ sql: String) -> String {
    var scanner = StatementScanner(sql)
    while true {
      let statement = sql[..<scanner.rest.startIndex]
      guard let piece = scanner.next() else { return sql }
      if case .code(";") = piece {
        return isBlank(String(scanner.rest)) ? String(statement) : sql
      }
    }
  }

  /// Returns whether a text contains only white space, comments and semicolons.
  package static func isBlank(_ sql: String) -> Bool {
    var scanner = StatementScanner(sql)
    while let piece = scanner.next() {
      switch piece {
      case .comment: continue
      case .code(let character) where character.properties.isWhitespace || character == ";":
        continue
      default: return false
      }
    }
    return true
  }

  /// Returns whether a condition closes a parenthesis that it doesn't open, and so would end those that it is put in.
  package static func closesForeignParenthesis(_ condition: String) -> Bool {
    var scanner = StatementScanner(condition)
    var depth = 0
    while depth >= 0, let piece = scanner.next() {
      guard case .code(let character) = piece else { continue }
      depth += character == "(" ? 1 : character == ")" ? -1 : 0
    }
    return depth < 0
  }

  /// Returns whether the statement begins like a query: with SELECT, WITH or VALUES.
  package static func beginsLikeOne(_ sql: String) -> Bool {
    ["SELECT", "WITH", "VALUES"].contains(firstWord(of: sql))
  }

  /// Returns whether the statement begins with ALTER or DROP, which change or remove existing objects.
  package static func changesSchema(_ sql: String) -> Bool {
    ["ALTER", "DROP"].contains(firstWord(of: sql))
  }

  /// Returns the words of a text in upper case, without its strings, quoted names and comments.
  package static func words(of sql: String) -> [String] {
    var scanner = StatementScanner(sql)
    var words: [String] = []
    var word = ""
    while let piece = scanner.next() {
      if case .code(let letter) = piece, continuesWord(letter) {
        word.unicodeScalars.append(letter)
      } else if !word.isEmpty {
        words.append(word.uppercased())
        word = ""
      }
    }
    return word.isEmpty ? words : words + [word.uppercased()]
  }

  private static func continuesWord(_ letter: Unicode.Scalar) -> Bool {
    letter.properties.isAlphabetic || letter.value >= 0x80 || letter == "_" || letter == "$"
      || ("0"..."9").contains(letter)
  }

  /// Returns the first word in upper case.
  private static func firstWord(of sql: String) -> String {
    var scanner = StatementScanner(sql)
    var word = ""
    while let piece = scanner.next() {
      switch piece {
      case .code(let letter) where letter.properties.isAlphabetic:
        word.unicodeScalars.append(letter)
      case .code(let blank) where blank.properties.isWhitespace && word.isEmpty: continue
      case .comment where word.isEmpty: continue
      default: return word.uppercased()
      }
    }
    return word.uppercased()
  }
}

extension StoreError {
  /// The error of a condition that closes a parenthesis that it doesn't open.
  package static let foreignParenthesis = StoreError(
    .invalidQuery, "the condition closes a parenthesis that it doesn't open; remove it",
    part: .predicate)
}

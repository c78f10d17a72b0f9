import Sectional

extension RowRequest {
  /// The words in a literal or an argument that the server takes for the time at which it reads them.
  private static let movingWords: Set<String> = ["now", "today", "tomorrow", "yesterday"]

  /// Whether the SQL that a user wrote, or an argument of it, contains a word that means another time later.
  var hasMovingWords: Bool {
    let arguments = usersTexts.flatMap(\.arguments).compactMap { argument -> String? in
      if case .text(let text) = argument { text } else { nil }
    }
    return (usersTexts.map(\.text) + arguments).contains { text in
      // The values in the text of an array, a range or a composite can have these marks anywhere.
      [text, text.filter { $0 != "\"" && $0 != "\\" }].contains(where: RowRequest.hasMovingWord)
    }
  }

  /// Whether a string in the SQL that a user wrote can be such a word although the SQL doesn't contain the word.
  var canHideMovingWords: Bool {
    usersTexts.contains { PostgresScanner.hidesCharacters($0.text) }
  }

  private var usersTexts: [StoreText] {
    var texts: [StoreText] = [rows.storePredicate].compactMap(\.self)
    if case .query(let query) = rows.source { texts.append(query) }
    return texts
  }

  private static func hasMovingWord(_ text: String) -> Bool {
    text.split { !$0.isLetter }.contains { movingWords.contains($0.lowercased()) }
  }
}

extension PostgresScanner {
  /// Returns whether a string in SQL can have other characters than the SQL: it has escapes, or is continued on another line.
  ///
  /// A setting can give backslashes a meaning in every string.
  static func hidesCharacters(_ sql: String) -> Bool {
    if sql.utf8.contains(UInt8(ascii: "\\")) || sql.lowercased().contains("u&'") { return true }
    var scanner = PostgresScanner(sql)
    var isAfterString = false
    var hasLineEnd = false
    while let (_, text) = scanner.next() {
      if isString(text) {
        // An escaped string is a single piece with its continuations.
        if isAfterString && hasLineEnd || text.count(where: { $0 == "'" }) > 2 { return true }
        (isAfterString, hasLineEnd) = (true, false)
      } else if text.allSatisfy({ $0.properties.isWhitespace }) {
        if text.contains(where: { $0 == "\n" || $0 == "\r" }) { hasLineEnd = true }
      } else if !text.starts(with: "--".unicodeScalars) {
        isAfterString = false
      }
    }
    return false
  }

  private static func isString(_ text: Substring.UnicodeScalarView) -> Bool {
    text.first == "'" || ["e'", "E'"].contains { text.starts(with: $0.unicodeScalars) }
  }
}

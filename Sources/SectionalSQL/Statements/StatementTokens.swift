/// The words, names and marks of some SQL, without comments and strings; names are in lower case and without quotation marks.
struct StatementTokens {
  private var tokens: [String] = []

  init(_ sql: String) {
    var scanner = StatementScanner(sql)
    var (word, before) = ("", scanner.rest)
    while let piece = scanner.next() {
      if case .code(let scalar) = piece, StatementScanner.isPartOfWord(scalar) {
        word.unicodeScalars.append(scalar)
      } else {
        add(&word)
        switch piece {
        case .code(let scalar) where !scalar.properties.isWhitespace: tokens.append(String(scalar))
        case .quoted where before.first != "'":
          let text = before.prefix(before.count - scanner.rest.count)
          tokens.append(String(text.dropFirst().dropLast()).lowercased())
        case .code, .quoted, .comment: break
        }
      }
      before = scanner.rest
    }
    add(&word)
  }

  private mutating func add(_ word: inout String) {
    if !word.isEmpty { tokens.append(word.lowercased()) }
    word = ""
  }

  /// The tokens with spaces between them, so that equal parts are equal texts.
  var joined: String { " \(tokens.joined(separator: " ")) " }

  /// Returns how often a table seems to be read: how often its name stands where FROM and JOIN have one.
  func reads(of table: String) -> Int {
    let name = StatementTokens(table).tokens
    return tokens.indices.count { place in
      tokens[place...].starts(with: name) && place > 0
        && ["from", "join", ","].contains(tokens[place - 1])
        && tokens.dropFirst(place + name.count).first != "."
    }
  }
}

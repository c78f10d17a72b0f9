/// Finds the unqualified names in a statement, whose meaning depends on the session's search path.
///
/// It understands as much SQL as this package's statements use, and complains about anything else.
struct NameCheck {
  /// The names it has found.
  private(set) var complaints: [String] = []
  private let tokens: [Token]
  /// Names that the statement itself gives to queries.
  private var ownNames: Set<String> = []

  enum Token: Equatable {
    case word(String)
    case quoted(String)
    case constant
    case parameter
    case symbol(String)
    case mark(Character)
  }

  /// Words before a parenthesis that doesn't begin a function's arguments.
  private static let keywords: Set<String> = [
    "ALL", "AND", "ANY", "ARRAY", "AS", "BY", "CASE", "CHECK", "COALESCE", "GREATEST", "DO", "ELSE",
    "EXISTS",
    "FILTER", "FROM",
    "IN", "JOIN", "INTO", "KEY", "LATERAL", "LOOP", "NOT", "ON", "ONLY", "OPERATOR", "OR",
    "RECURSIVE",
    "ROW", "ROWS",
    "SELECT", "THEN", "USING", "VALUES", "WHEN", "WHERE", "WITH", "CONFLICT", "UNION",
  ]
  /// Types that are keywords of the grammar, which no search path changes.
  private static let types: Set<String> = [
    "BIGINT", "BOOLEAN", "DOUBLE", "INTEGER", "NUMERIC", "SMALLINT", "TIMESTAMP",
  ]
  /// Keywords that look operators up by their unqualified names, even if the other names are qualified.
  private static let hidden: Set<String> = [
    "IN", "LIKE", "ILIKE", "SIMILAR", "BETWEEN", "NULLIF", "NATURAL",
  ]

  init(_ sql: String) {
    tokens = NameCheck.tokens(of: sql)
    for (place, token) in tokens.enumerated() {
      guard case .word(let word) = token else { continue }
      let next = tokens.dropFirst(place + 1).first
      if ["AS", "RECURSIVE", "DECLARE", "FOR"].contains(word.uppercased()),
        case .word(let name)? = next
      {
        ownNames.insert(name)
      }
      // WITH name(columns) AS MATERIALIZED (
      if word == "AS", next == .word("MATERIALIZED"),
        let columns = tokens[..<place].lastIndex(of: .mark("(")), columns > 0,
        case .word(let name) = tokens[columns - 1]
      {
        ownNames.insert(name)
      }
      // WITH name AS (, and further queries after commas.
      if next == .word("AS"), place > 0 { ownNames.insert(word) }
    }
    for place in tokens.indices { check(place) }
  }

  private mutating func check(_ place: Int) {
    let before = place > 0 ? tokens[place - 1] : nil
    let next = place + 1 < tokens.count ? tokens[place + 1] : nil
    switch tokens[place] {
    case .symbol(let symbol): checkOperator(symbol, place)
    case .word(let word):
      let upper = word.uppercased()
      if NameCheck.hidden.contains(upper), !isAssignmentIn(place), next != .word("ACCESS") {
        complain(place, "hides an operator")
      }
      if upper == "DISTINCT",
        tokens.dropFirst(place + 1).prefix(2) != [.word("FROM"), .word("NULL")],
        before == .word("IS") || before == .word("NOT")
      {
        complain(place, "hides an operator")
      }
      if upper == "CASE", next != .word("WHEN") { complain(place, "hides an operator") }
      if next == .mark("("), before != .mark("."), !NameCheck.keywords.contains(upper),
        !["PREPARE", "EXECUTE"].contains(before?.upper), !namesColumns(place)
      {
        complain(place, "is a function without a schema")
      }
      if before == .symbol("::"), next != .mark("."), !NameCheck.types.contains(upper) {
        complain(place, "is a type without a schema")
      }
      if before == .word("COLLATE"), next != .mark(".") { complain(place, "is a collation") }
      checkRelation(place, word, before, next)
    case .quoted(let name):
      if before == .symbol("::"), next != .mark(".") {
        complain(place, "is a type without a schema")
      }
      if before == .word("COLLATE"), next != .mark(".") { complain(place, "is a collation") }
      checkRelation(place, name, before, next)
    default: break
    }
  }

  private mutating func checkOperator(_ symbol: String, _ place: Int) {
    // Casts, assignments, slices, and the sign of a number.
    guard !["::", ":=", ":"].contains(symbol) else { return }
    if symbol == "-", place > 0, [.mark(","), .mark("(")].contains(tokens[place - 1]) { return }
    // OPERATOR(pg_catalog.=)
    if place >= 3, tokens[place - 1] == .mark("."), tokens[place - 3] == .mark("(") { return }
    // SELECT *, count(*), a.*
    if symbol == "*" { return }
    // SET a = b
    let clause = tokens[..<place].last {
      ["SET", "WHERE", "SELECT", "ON", "AND"].contains($0.upper)
    }
    if symbol == "=", clause?.upper == "SET" { return }
    complain(place, "is an operator without a schema")
  }

  private mutating func checkRelation(
    _ place: Int, _ name: String, _ before: Token?, _ next: Token?
  ) {
    let isTable = ["FROM", "JOIN", "INTO", "UPDATE", "ONLY", "TABLE"].contains(before?.upper)
    let words: Set = [
      "AS", "EXISTS", "IF", "LATERAL", "NULL", "ON", "ONLY", "PUBLIC", "ROWS", "SELECT", "SET",
      "VALUES",
    ]
    // The FROM in DISTINCT FROM isn't a FROM clause.
    let isDistinct = place > 1 && tokens[place - 2].upper == "DISTINCT"
    guard isTable, !isDistinct, next != .mark("."), !words.contains(name.uppercased()),
      !ownNames.contains(name)
    else { return }
    complain(place, "is a table without a schema")
  }

  /// `AS name(columns)`, `INTO schema.name(columns)`, `name(columns) AS (` of a query, `INDEX … ON …(`.
  private func namesColumns(_ place: Int) -> Bool {
    guard case .word(let word) = tokens[place] else { return false }
    return ownNames.contains(word)
  }

  /// `FOR x IN SELECT` in a program.
  private func isAssignmentIn(_ place: Int) -> Bool {
    place >= 2 && tokens[place - 2].upper == "FOR"
  }

  private mutating func complain(_ place: Int, _ problem: String) {
    let context = tokens[max(0, place - 4)..<min(tokens.count, place + 5)].map(\.text)
    complaints.append("\(tokens[place].text) \(problem): \(context.joined(separator: " "))")
  }
}

extension NameCheck.Token {
  /// The word in uppercase, or an empty string for any other token.
  var upper: String { if case .word(let word) = self { word.uppercased() } else { "" } }

  var text: String {
    switch self {
    case .word(let word): word
    case .quoted(let name): "\"\(name)\""
    case .constant: "'…'"
    case .parameter: "$n"
    case .symbol(let symbol): symbol
    case .mark(let mark): String(mark)
    }
  }
}

extension NameCheck {
  /// Splits a statement into tokens; text in dollar quotes is split as well if a `DO` runs it.
  static func tokens(of sql: String) -> [Token] {
    var tokens: [Token] = []
    var rest = Substring(sql)
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
      } else if rest.hasPrefix("--") {
        rest = rest.drop { $0 != "\n" }
      } else if first == "'" || ((first == "E" || first == "e") && rest.dropFirst().first == "'") {
        rest = afterConstant(rest.drop { $0 != "'" })
        tokens.append(.constant)
      } else if first == "\"" {
        let name = rest.dropFirst().prefix { $0 != "\"" }
        rest = rest.dropFirst(name.count + 2)
        tokens.append(.quoted(String(name)))
      } else if first == "$", let end = rest.dropFirst().firstIndex(of: "$"),
        !(rest.dropFirst().first?.isNumber ?? false)
      {
        let mark = rest[rest.startIndex...end]
        let body = rest[rest.index(after: end)...]
        guard let close = body.firstRange(of: mark) else { return tokens }
        // The body of a function has its own search path.
        if tokens.last == .word("DO") {
          tokens += self.tokens(of: String(body[..<close.lowerBound]))
        }
        rest = body[close.upperBound...]
      } else if first == "$" {
        rest = rest.dropFirst().drop(while: \.isNumber)
        tokens.append(.parameter)
      } else if first.isLetter || first == "_" {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        rest = rest.dropFirst(word.count)
        tokens.append(.word(String(word)))
      } else if first.isNumber {
        rest = rest.drop { $0.isNumber || $0 == "." }
        tokens.append(.constant)
      } else if "=<>+-*/%~!@#&|^?:".contains(first) {
        let symbol = rest.prefix { "=<>+-*/%~!@#&|^?:".contains($0) }
        rest = rest.dropFirst(symbol.count)
        tokens.append(.symbol(String(symbol)))
      } else {
        rest.removeFirst()
        tokens.append(.mark(first))
      }
    }
    return tokens
  }

  private static func afterConstant(_ text: Substring) -> Substring {
    var rest = text.dropFirst()
    while let end = rest.firstIndex(of: "'") {
      rest = rest[rest.index(after: end)...]
      guard rest.first == "'" else { return rest }
      rest.removeFirst()
    }
    return ""
  }
}

import SectionalSQL

/// What the server says of its plan for a statement, from the lines of `EXPLAIN`.
struct PostgresPlan {
  /// A condition that a column is equal to a constant, as the server writes both.
  struct Equality: Equatable {
    let column: String
    let constant: String
  }

  /// Whether rows are sorted.
  private(set) var sorts = false
  /// Whether all that happens to the rows of one table is that some are left out and the others are sorted by its columns.
  var onlySortsOneTable: Bool { (scans, limits, doesMore) == (1, 1, false) }
  private var scans = 0
  private var limits = 0
  /// Whether rows are joined, grouped, computed or sorted by what is computed.
  private var doesMore = false
  /// The estimated cost, in the server's units.
  private(set) var cost = 0.0
  /// The estimated number of rows that the statement returns.
  private(set) var rows = 0.0
  /// The conditions that rows must meet, whether an index finds them or they are filtered.
  private var conditions: [String] = []
  /// The conditions that rows are filtered by.
  private var filters: [String] = []
  /// Whether rows that any of several conditions finds are joined, so that none of these holds for all of them.
  private var joinsAlternatives = false

  /// Reads the next line.
  mutating func add(_ line: String) {
    let step = line.drop { $0 == " " || $0 == "-" || $0 == ">" }
    if step.hasPrefix("Sort "), !step.hasPrefix("Sort Key") { sorts = true }
    if step.hasPrefix("Incremental Sort ") { sorts = true }
    if step.hasPrefix("BitmapOr") { joinsAlternatives = true }
    if let match = step.firstMatch(of: /^(?:Parallel )?(.+?)(?: on | using |  \(cost=)/),
      step.contains("  (cost=")
    {
      addOperation(match.1)
    }
    // A text of another type is compared as text.
    if step.hasPrefix("Sort Key: "),
      step.replacing(/\(+([^()]+)\)::text\)*/, with: { $0.1 }).contains("(")
    {
      doesMore = true
    }
    for word in ["Filter: ", "Recheck Cond: ", "Index Cond: "] where step.hasPrefix(word) {
      guard word != "Index Cond: " || !joinsAlternatives else { continue }
      let condition = String(step.dropFirst(word.count))
      conditions.append(condition)
      if word == "Filter: " { filters.append(condition) }
    }
    // The first line is of the whole statement.
    guard cost == 0, let match = line.firstMatch(of: /cost=[0-9.]+\.\.([0-9.]+) rows=([0-9]+)/)
    else { return }
    (cost, rows) = (Double(match.1) ?? 0, Double(match.2) ?? 0)
  }

  private mutating func addOperation(_ name: Substring) {
    switch name {
    case "Seq Scan", "Index Scan", "Index Scan Backward", "Index Only Scan",
      "Index Only Scan Backward", "Bitmap Heap Scan":
      scans += 1
    case "Limit": limits += 1
    case "Sort", "Incremental Sort", "Gather", "Gather Merge", "Bitmap Index Scan": break
    default: doesMore = true
    }
  }

  /// The equalities that all rows meet.
  var equalities: [Equality] { PostgresPlan.equalities(conditions) }

  /// Whether an index with the equalities before the order could spare anything: rows are sorted, or are read and left out
  /// because of an equality.
  var couldUseIndex: Bool { sorts || !PostgresPlan.equalities(filters).isEmpty }

  private static func equalities(_ conditions: [String]) -> [Equality] {
    conditions.flatMap(conjuncts).compactMap(equality)
  }

  /// Returns the parts of a condition, all of which must be met, without the parentheses around them.
  private static func conjuncts(of condition: String) -> [String] {
    let text = withoutParentheses(condition)
    var (parts, part, depth) = ([String](), "", 0)
    var scanner = PostgresScanner(text)
    while let (piece, scalars) = scanner.next() {
      let word = String(scalars)
      depth += word == "(" ? 1 : word == ")" ? -1 : 0
      if depth == 0, piece == .word, word == "OR" { return [] }
      if depth == 0, piece == .word, word == "AND" {
        parts.append(withoutParentheses(part.trimming(while: " ")))
        part = ""
      } else {
        part += word
      }
    }
    return parts + [withoutParentheses(part.trimming(while: " "))]
  }

  /// Reads a condition such as `folder = 'inbox'::text`.
  private static func equality(_ condition: String) -> Equality? {
    var (depth, left, pieces) = (0, "", [String]())
    var scanner = PostgresScanner(condition)
    while let (_, scalars) = scanner.next() {
      let word = String(scalars)
      depth += word == "(" ? 1 : word == ")" ? -1 : 0
      if depth == 0, word == "=", pieces.last == " " {
        let right = String(condition.unicodeScalars[scalars.endIndex...]).trimming(while: " ")
        // The server evaluates what it can before, so what begins as a constant is one.
        guard right.wholeMatch(of: /(E?'.*|[0-9].*|true|false)/.dotMatchesNewlines()) != nil else {
          return nil
        }
        // A text with a line break ends on another line.
        guard right.count(where: { $0 == "'" }).isMultiple(of: 2) else { return nil }
        return Equality(column: left.trimming(while: " "), constant: right)
      }
      left += word
      pieces.append(word)
    }
    return nil
  }

  /// Returns a condition without the parentheses that enclose all of it.
  private static func withoutParentheses(_ condition: String) -> String {
    guard condition.hasPrefix("("), condition.hasSuffix(")") else { return condition }
    let inner = String(condition.dropFirst().dropLast())
    return PostgresScanner.closesForeignParenthesis(inner) ? condition : inner
  }
}

extension String {
  fileprivate func trimming(while character: Character) -> String {
    var text = self[...]
    while text.first == character { text.removeFirst() }
    while text.last == character { text.removeLast() }
    return String(text)
  }
}

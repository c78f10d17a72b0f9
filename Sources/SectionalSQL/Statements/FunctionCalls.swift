/// The calls of functions in some SQL.
package enum FunctionCalls {
  /// A pair of parentheses.
  private struct Parentheses {
    /// Where the call begins whose arguments are in them, or `nil` if none does.
    let start: String.Index?
    /// Whether nothing in them depends on arguments or on other rows.
    var isFixed = true
  }

  /// Words before a parenthesis that don't call a function.
  private static let others: Set<String> = [
    "all", "and", "any", "as", "between", "case", "distinct", "else", "escape", "exists", "from",
    "glob", "in", "is", "like", "match", "not", "on", "or", "regexp", "select", "then", "using",
    "values", "when", "where",
  ]

  /// Returns the calls, such as `lower(name)`, each once, in the order of their ends.
  ///
  /// Those with placeholders or with subqueries aren't among them, nor those with a space before the parenthesis.
  package static func texts(in sql: String) -> [String] {
    var scanner = StatementScanner(sql)
    var (texts, open, word) = ([String](), [Parentheses](), String.Index?.none)
    while true {
      let place = scanner.rest.startIndex
      guard let piece = scanner.next() else { return texts }
      if case .code(let scalar) = piece, StatementScanner.isPartOfWord(scalar) {
        word = word ?? place
        continue
      }
      let ended = word.map { sql[$0..<place] }
      word = nil
      if ended?.lowercased() == "select", !open.isEmpty { open[open.count - 1].isFixed = false }
      switch piece {
      case .code("("):
        let isCall = ended.map { !others.contains($0.lowercased()) } ?? false
        open.append(Parentheses(start: isCall ? ended?.startIndex : nil))
      case .code(")"):
        guard let closed = open.popLast() else { return texts }
        guard closed.isFixed else {
          if !open.isEmpty { open[open.count - 1].isFixed = false }
          continue
        }
        guard let start = closed.start else { continue }
        let text = String(sql[start..<scanner.rest.startIndex])
        if !texts.contains(text) { texts.append(text) }
      case .code("?"), .code(":"), .code("@"):
        if !open.isEmpty { open[open.count - 1].isFixed = false }
      case .code, .quoted, .comment: break
      }
    }
  }
}

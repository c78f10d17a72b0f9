import Sectional

extension ResultsList {
  /// The whole order, one term per column, in the syntax of `--sort`.
  var order: [String] {
    let terms = ordering.terms.map { rule in
      let direction = rule.isReversed ? "desc" : "asc"
      return "\(name(of: rule)):\(direction):\(rule.collation.word)"
    }
    return ordering.fallsBackToRowID ? terms + ["rowid:asc:binary"] : terms
  }

  /// The order in words, without defaults.
  var orderSentence: String {
    let section = ordering.section.first.map { "in sections by \(phrase($0))" }
    let sort = ordering.sort.map(phrase).joined(separator: ", ")
    return [section, sort.isEmpty ? nil : "sorted by \(sort)"].compactMap { $0 }
      .joined(separator: ", ")
  }

  private func phrase(_ rule: OrderRule) -> String {
    name(of: rule) + (rule.isReversed ? " (descending)" : "")
  }
}

extension TextCollation {
  /// The collation's name in `--sort`.
  fileprivate var word: String {
    switch self {
    case .binary: "binary"
    case .caseInsensitive: "caseInsensitive"
    }
  }
}

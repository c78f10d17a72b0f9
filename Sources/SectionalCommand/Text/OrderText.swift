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
  var orderPhrases: [String] {
    let section = ordering.section.first.map { "grouped by \(phrase($0))" }
    let sort = effectiveSort.map(phrase).joined(separator: ", ")
    return [section, sort.isEmpty ? nil : "sorted by \(sort)"].compactMap(\.self)
  }

  /// The sort rules without those for which an earlier one leaves nothing to decide.
  private var effectiveSort: [OrderRule] {
    ordering.sort.enumerated().filter { place, rule in
      !ordering.sort[..<place].contains {
        name(of: $0) == name(of: rule) && $0.collation == rule.collation
      }
    }.map(\.element)
  }

  private func phrase(_ rule: OrderRule) -> String {
    let ways = [rule.isReversed ? "descending" : nil, rule.collation.phrase].compactMap(\.self)
    return name(of: rule) + (ways.isEmpty ? "" : " (\(ways.joined(separator: ", ")))")
  }
}

extension TextCollation {
  /// The collation in words, or `nil` if it is the default.
  fileprivate var phrase: String? {
    switch self {
    case .binary: nil
    case .caseInsensitive: "case-insensitive"
    case .collated(let reference): reference.collator.identifier
    }
  }

  /// The collation's name in `--sort`.
  fileprivate var word: String {
    switch self {
    case .binary: "binary"
    case .caseInsensitive: "caseInsensitive"
    case .collated(let reference): reference.collator.identifier
    }
  }
}

import Sectional

/// A way in which two stores can hold what was meant to be the same value.
///
/// Each rule removes one such difference from a pair of values, and leaves every other difference in it.
enum ValueRule: CaseIterable {
  // The order in which rules are applied: later ones see what earlier ones have removed.
  case type, trailingBlanks, normalization, letterCase, boolean, negativeZero, decimalFormat
  case numericText, floatFormat, nan, dateForm, timeZone, emptyText

  /// The cause that the rule stands for.
  var cause: DifferenceCause.Kind {
    switch self {
    case .trailingBlanks: .trailingBlanks
    case .normalization: .normalization
    case .letterCase: .letterCase
    case .boolean: .boolean
    case .decimalFormat: .decimalFormat
    case .floatFormat: .floatFormat
    case .negativeZero: .negativeZero
    case .numericText: .numericText
    case .nan: .nan
    case .dateForm: .dateForm
    case .timeZone: .timeZone
    case .type: .type
    case .emptyText: .emptyText
    }
  }

  /// Returns the pair without the difference that this rule knows; the same pair if it doesn't have it.
  func removed(from pair: ValuePair) -> ValuePair {
    switch self {
    case .trailingBlanks: pair.mapTexts { ValueRule.withoutTrailingBlanks($0) }
    case .normalization: pair.map(ValueRule.composed)
    case .letterCase: pair.mapTexts { $0.uppercased().lowercased() }
    case .boolean: pair.withoutBooleanWords
    case .decimalFormat: pair.withoutDecimalFormats
    case .floatFormat: pair.withoutFloatFormats
    case .negativeZero: pair.withoutNegativeZeros
    case .numericText: pair.withoutNumericText
    case .nan: pair.withoutNaN
    case .dateForm: pair.withoutDateForms
    case .timeZone: pair.withoutTimeZones
    case .type: pair.withoutTypes
    case .emptyText: pair.map { $0 == .text("") ? .null : $0 }
    }
  }

  /// Returns a text in the normalization form C, and any other value as it is.
  static func composed(_ value: StoredValue) -> StoredValue {
    if case .text(let text) = value { .text(TextRules.composed(text)) } else { value }
  }

  private static func withoutTrailingBlanks(_ text: String) -> String {
    guard text.utf8.last == 0x20 else { return text }
    var scalars = text.unicodeScalars
    while scalars.last == " " { scalars.removeLast() }
    return String(scalars)
  }
}

/// The value of one cell in two stores.
struct ValuePair: Equatable {
  var first: StoredValue
  var second: StoredValue

  /// Whether both stores hold the same value; numbers are compared by value.
  var isEqual: Bool { first.byValue == second.byValue }

  func map(_ transform: (StoredValue) -> StoredValue) -> ValuePair {
    ValuePair(first: transform(first), second: transform(second))
  }

  /// Returns the pair with both texts changed, if both values are texts or one is null.
  func mapTexts(_ transform: (String) -> String) -> ValuePair {
    map { if case .text(let text) = $0 { .text(transform(text)) } else { $0 } }
  }

  /// The pair without minus signs of zeros, in numbers and in texts.
  var withoutNegativeZeros: ValuePair {
    mapTexts { NumeralText($0)?.withoutSignOfZero ?? $0 }
      .map { $0.isNegativeZero ? .real(0) : $0 }
  }

  /// Both values, if they are texts.
  var texts: (String, String)? {
    if case (.text(let first), .text(let second)) = (first, second) { (first, second) } else { nil }
  }

  /// The pair as if the second store held the first one's value.
  var aligned: ValuePair { ValuePair(first: first, second: first) }
}

extension ValuePair {
  /// Why the values differ: the fewest rules that remove the difference together; empty if the values are equal, and `nil`
  /// if no rules remove it.
  ///
  /// - Complexity: One pass over the rules if one explains the difference alone, and two if none do; otherwise as many passes as
  ///   there are sets of rules that change anything.
  var rules: [ValueRule]? {
    if isEqual { return [] }
    var changingAlone: Set<ValueRule> = []
    for rule in ValueRule.allCases {
      let changed = rule.removed(from: self)
      if changed.isEqual { return [rule] }
      if changed != self { changingAlone.insert(rule) }
    }
    guard let applicable = explaining(with: changingAlone) else { return nil }
    for count in 2..<max(applicable.count, 2) {
      for rules in applicable.subsets(of: count) {
        if rules.reduce(self, { $1.removed(from: $0) }).isEqual { return rules }
      }
    }
    return applicable
  }

  /// Returns the rules that change the pair when all are applied in turn, or alone; `nil` if the values differ afterwards too.
  private func explaining(with changingAlone: Set<ValueRule>) -> [ValueRule]? {
    var pair = self
    var changing: [ValueRule] = []
    for rule in ValueRule.allCases {
      let changed = rule.removed(from: pair)
      if changed != pair || changingAlone.contains(rule) { changing.append(rule) }
      pair = changed
    }
    return pair.isEqual ? changing : nil
  }
}

extension Array {
  /// All subsets of a size, each in the order of the array.
  func subsets(of count: Int) -> [[Element]] {
    guard count > 0 else { return [[]] }
    guard count <= self.count else { return [] }
    let (head, tail) = (self[0], Array(dropFirst()))
    return tail.subsets(of: count - 1).map { [head] + $0 } + tail.subsets(of: count)
  }
}

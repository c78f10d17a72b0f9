import Foundation

/// How rows are grouped, without the record type.
public struct SectionRule: Sendable {
  /// The column the sections come from, or `nil` if they don't come from a single column.
  public let column: String?
  /// What is derived from the column locally, never by the store; `nil` for the column's exact values.
  var derivation: SectionDerivation?
  /// Whether the sections are derived values.
  package var isDerived: Bool { derivation != nil }
  /// Whether greater sections come first; if `nil`, the first sort key on the same column decides.
  let isReversed: Bool?
  /// Whether the sort keys alone decide the order.
  let isAsSorted: Bool
  /// The name of the section whose key is null.
  let nilName: String
  /// Makes a section's title for people from its key; `nil` for its name.
  var title: (@Sendable (StoredValue) -> String)?
  /// The keys of sections in an order of their own; `nil` for the order of the keys.
  var ranks: ValueRanks?
  /// The keys of the sections that exist even without rows.
  var declared: [StoredValue] = []
  /// How the derivation follows the day, if it does.
  var days: RelativeDayRule?
  /// Identifies the function that makes names or titles, if the owner supplied one.
  var naming: Int?

  /// A name for what the sections are, including the column they are derived from and the time zone.
  var derivedName: String { name(derivation?.day?.timeZone.identifier) }

  /// The same name, but for a time zone that sections follow: when it changes, sections with equal keys are the same.
  var lastingName: String { name(nil) }

  private func name(_ timeZone: String?) -> String {
    guard let derivation else { return column ?? "" }
    let parts = [column, derivation.argument, timeZone].compactMap { $0 }.filter { $0 != "" }
    return "\(derivation.function)(\(parts.joined(separator: ",")))"
  }
}

extension SectionRule: Equatable {
  /// Returns whether both rules put rows into the same sections in the same order.
  ///
  /// What the sections are called, and which exist without rows, doesn't matter; nor does the clock that told the day.
  public static func == (left: SectionRule, right: SectionRule) -> Bool {
    left.column == right.column && left.derivation == right.derivation
      && left.isReversed == right.isReversed && left.isAsSorted == right.isAsSorted
      && left.ranks == right.ranks
  }
}

/// How sections are derived if they aren't the values of a column.
struct SectionDerivation: Sendable {
  /// The input of the derivation.
  enum Input: Sendable {
    /// The cell of the rule's column; the function returns `nil` if the cell doesn't fit.
    case cell(@Sendable (StoredValue) -> StoredValue?)
    /// All cells.
    case contents(@Sendable (PackedRow) -> StoredValue?)
  }

  /// The name of the function.
  let function: String
  /// What the function is given in addition to the cell.
  let argument: String?
  /// Whether sections can have text as their keys, which a collation orders.
  var hasTextKeys: Bool { ["first-letter", "prefix", "computed"].contains(function) }
  /// Whether greater numbers, and later moments, never have smaller sections.
  var ascendsWithValues: Bool {
    ["buckets", "relative"].contains(function) || CalendarUnit(rawValue: function) != nil
  }
  /// A description of the expected cell.
  let expectation: String
  let input: Input
  /// Returns the section name of a value.
  let name: @Sendable (StoredValue) -> String
  /// The external rules that the derivation depends on, with their current version.
  var rules: String?
  /// The day and time zone that the derivation depends on.
  var day: RelativeToday?

  /// Returns a key that a request lists, in the form that the derivation gives it.
  func canonical(_ key: StoredValue) -> StoredValue {
    guard case .text(let text) = key, ["first-letter", "prefix"].contains(function) else {
      return key
    }
    return .text(TextRules.composed(text))
  }

  static let firstLetter = SectionDerivation(
    function: "first-letter", argument: nil, expectation: "text",
    input: .cell { cell in
      guard case .text(let text) = cell else { return cell }
      if let letter = text.asciiLetter { return .text(letter) }
      guard let letter = text.first else { return cell }
      return .text(SectionIndexTitle.capital(letter))
    }, name: \.sectionName, rules: "Unicode of \(TextRules.version)")

  static func prefix(_ length: Int) -> SectionDerivation {
    SectionDerivation(
      function: "prefix", argument: "\(length)", expectation: "text",
      input: .cell { cell in
        guard case .text(let text) = cell else { return cell }
        // A character consists of at least one scalar, also after it is composed.
        let head = TextRules.composed(text.prefix(max(length, 0))).unicodeScalars
        return .text(String(String.UnicodeScalarView(head.prefix(max(length, 0)))))
      }, name: \.sectionName, rules: "Unicode of \(TextRules.version)")
  }

  static func computed(
    _ identifier: String, _ value: @escaping @Sendable (PackedRow) -> StoredValue?
  ) -> SectionDerivation {
    SectionDerivation(
      function: "computed", argument: identifier, expectation: "a record", input: .contents(value),
      name: \.sectionName)
  }
}

extension SectionDerivation: Equatable {
  /// Returns whether both derivations compute the same: with equal arguments, functions of equal names do.
  static func == (left: SectionDerivation, right: SectionDerivation) -> Bool {
    left.function == right.function && left.argument == right.argument
      && left.rules == right.rules && left.day == right.day
  }
}

extension String {
  /// The first character in upper case, if it and what follows are ASCII letters, which no other character can join.
  fileprivate var asciiLetter: String? {
    var bytes = utf8.makeIterator()
    guard let first = bytes.next(), first.isASCIILetter, bytes.next()?.isASCIILetter ?? true else {
      return nil
    }
    return String(Unicode.Scalar(first & ~0x20))
  }
}

extension UInt8 {
  fileprivate var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }
}

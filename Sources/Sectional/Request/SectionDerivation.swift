import Foundation

/// How sections are derived if they aren't the values of a column.
struct SectionDerivation: Sendable {
  /// The input of the derivation.
  enum Input: Sendable {
    /// The cell of the rule's column; the function returns `nil` if the cell doesn't fit.
    case cell(@Sendable (StoredValue) -> StoredValue?)
    /// All cells.
    case contents(@Sendable (PackedRow) -> StoredValue?)
  }

  /// What the keys of the sections are.
  enum Keys: Sendable {
    /// Texts in composed form, of texts; other cells stay as they are.
    case texts
    /// Numbers that a locale's index gives texts.
    case places
    /// Numbers that ascend with the numbers they are made of.
    case ranges
    /// Numbers that ascend with the moments they are made of.
    case moments
    /// Any values.
    case any

    /// Whether there can be texts among them, which a collation orders.
    var areOrderedAsTexts: Bool { self == .texts || self == .any }

    /// Whether greater numbers, and later moments, never have smaller sections.
    var ascendWithValues: Bool { self == .ranges || self == .moments }
  }

  /// The name of the function.
  let function: String
  /// What the function is given in addition to the cell.
  let argument: String?
  let keys: Keys
  /// A description of the expected cell.
  let expectation: String
  let input: Input
  /// Returns the section name of a value.
  let name: @Sendable (StoredValue) -> String
  /// The external rules that the derivation depends on, with their current version.
  var rules: String?
  /// The day and time zone that the derivation depends on.
  var day: RelativeToday?
  /// Returns the key of the section that one with another key is shown as on the day; `nil` if each is shown by itself.
  ///
  /// The keys of the sections of the list don't depend on the day then.
  var shownKey: (@Sendable (StoredValue) -> StoredValue)?

  /// Returns a key that a request lists, in the form that the derivation gives it.
  func canonical(_ key: StoredValue) -> StoredValue {
    guard keys == .texts, case .text(let text) = key else { return key }
    return .text(TextRules.composed(text))
  }

  static let firstLetter = SectionDerivation(
    function: "first-letter", argument: nil, keys: .texts, expectation: "text",
    input: .cell { cell in
      guard case .text(let text) = cell else { return cell }
      if let letter = text.asciiLetter { return .text(letter) }
      guard let letter = text.first else { return cell }
      return .text(SectionIndexTitle.capital(letter))
    }, name: \.sectionName, rules: "Unicode of \(TextRules.version)")

  static func prefix(_ length: Int) -> SectionDerivation {
    SectionDerivation(
      function: "prefix", argument: "\(length)", keys: .texts, expectation: "text",
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
      function: "computed", argument: identifier, keys: .any, expectation: "a record",
      input: .contents(value), name: \.sectionName)
  }
}

extension SectionDerivation: Equatable {
  /// Returns whether both derivations compute the same: with equal arguments, functions of equal names do.
  static func == (left: SectionDerivation, right: SectionDerivation) -> Bool {
    left.function == right.function && left.argument == right.argument
      && left.rules == right.rules && left.keysDay == right.keysDay
  }

  /// What of the day the keys depend on.
  private var keysDay: [String] {
    guard let day else { return [] }
    return shownKey == nil ? [day.text] : ["any", day.timeZone.identifier]
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

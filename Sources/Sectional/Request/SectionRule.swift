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
  let title: (@Sendable (StoredValue) -> String)?
  /// The keys of sections in an order of their own; `nil` for the order of the keys.
  let ranks: ValueRanks?
  /// The keys of the sections that exist even without rows.
  let declared: [StoredValue]
  /// How the derivation follows the day, if it does.
  let days: RelativeDayRule?
  /// Identifies the function that makes names or titles, if the owner supplied one.
  let naming: Int?

  /// Creates the rule from all its options.
  ///
  /// No option has a default, so whoever adds one has to say in ``CanonicalRequest`` whether it changes what a section cache
  /// contains.
  init(
    column: String?, derivation: SectionDerivation?, isReversed: Bool?, isAsSorted: Bool,
    nilName: String, title: (@Sendable (StoredValue) -> String)?, ranks: ValueRanks?,
    declared: [StoredValue], days: RelativeDayRule?, naming: Int?
  ) {
    (self.column, self.derivation) = (column, derivation)
    (self.isReversed, self.isAsSorted, self.ranks) = (isReversed, isAsSorted, ranks)
    (self.nilName, self.title, self.naming) = (nilName, title, naming)
    (self.declared, self.days) = (declared, days)
  }

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
  /// What the sections are called, which of them exist without rows, and which are shown as one on the day doesn't matter; nor does
  /// the clock that told the day.
  public static func == (left: SectionRule, right: SectionRule) -> Bool {
    left.column == right.column && left.derivation == right.derivation
      && left.isReversed == right.isReversed && left.isAsSorted == right.isAsSorted
      && left.ranks == right.ranks
  }
}

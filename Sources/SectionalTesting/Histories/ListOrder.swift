import Foundation
public import Sectional

/// The grouping and order of a history's list, as the library's request and as handwritten SQL.
public struct ListOrder: Sendable, Hashable {
  /// The ways to form sections.
  public enum Sections: String, Sendable, Hashable, CaseIterable {
    /// One section.
    case none
    /// By team.
    case ascending
    /// By team, descending.
    case descending
    /// By team, ignoring case.
    case folded
    /// By team, ignoring case, descending.
    case foldedDescending
    /// By team, nulls last.
    case nullsLast
    /// By team, ignoring case and accents.
    case withoutAccents

    /// The ways that numbers stand for.
    fileprivate static let numbered = allCases.filter { $0 != .withoutAccents }
  }

  /// The ways to order the rows of a section.
  public enum Sort: String, Sendable, Hashable, CaseIterable {
    /// Only by the key.
    case none
    /// By position.
    case ascending
    /// By position, descending.
    case descending
    /// By position, nulls last.
    case nullsLast
    /// By position, descending, nulls first.
    case descendingNullsFirst
    /// By note, ignoring case.
    case folded
    /// By position, then by note, descending.
    case positionThenNote
    /// By note, ignoring case and accents, descending.
    case withoutAccents

    /// The ways that numbers stand for.
    fileprivate static let numbered = allCases.filter { $0 != .withoutAccents }
  }

  /// How sections are formed.
  public let sections: Sections
  /// How the rows of a section are ordered.
  public let sort: Sort

  /// Creates an order.
  public init(sections: Sections, sort: Sort) {
    self.sections = sections
    self.sort = sort
  }

  /// Creates an order from a number; consecutive numbers cycle through the orders that each store can have in SQL.
  public init(number: UInt64) {
    // Pinned histories mean these orders, whatever others are added.
    let (sections, sorts) = (Sections.numbered, Sort.numbered)
    self.init(
      sections: sections[Int(number % UInt64(sections.count))],
      sort: sorts[Int(number % UInt64(sorts.count))])
  }

  /// Case and accents are ignored by sections and rows alike, in an order that no store has.
  public static let withoutAccents = ListOrder(sections: .withoutAccents, sort: .withoutAccents)

  /// Whether a store can return rows in the order.
  public var isKnownToStores: Bool { sections != .withoutAccents && sort != .withoutAccents }

  /// Whether the sections are in descending order.
  var isDescending: Bool { sections == .descending || sections == .foldedDescending }

  /// The name of the section's column, or `nil` if there are no sections.
  public var sectionColumn: String? { sections == .none ? nil : "team" }
}

extension ListOrder {
  /// The order as the library's sort keys.
  public var sortKeys: [SortKey<StoredRow>] {
    let sectionKeys: [SortKey<StoredRow>] =
      switch sections {
      case .none, .ascending: []
      case .descending: [SortKey(.column("team"), order: .reverse)]
      case .folded: [SortKey(.column("team"), collation: .caseInsensitive)]
      case .foldedDescending:
        [SortKey(.column("team"), order: .reverse, collation: .caseInsensitive)]
      case .nullsLast: [SortKey(.column("team"), nulls: .last)]
      case .withoutAccents: [SortKey(.column("team"), collation: .folded)]
      }
    return sectionKeys + rowSortKeys
  }

  private var rowSortKeys: [SortKey<StoredRow>] {
    switch sort {
    case .none: []
    case .ascending: [SortKey(.column("position"))]
    case .descending: [SortKey(.column("position"), order: .reverse)]
    case .nullsLast: [SortKey(.column("position"), nulls: .last)]
    case .descendingNullsFirst: [SortKey(.column("position"), order: .reverse, nulls: .first)]
    case .folded: [SortKey(.column("note"), collation: .caseInsensitive)]
    case .positionThenNote:
      [SortKey(.column("position")), SortKey(.column("note"), order: .reverse)]
    case .withoutAccents: [SortKey(.column("note"), order: .reverse, collation: .folded)]
    }
  }

  /// The column whose values form the sections, or `nil` if there are no sections.
  public var sectionBy: SectionKey<StoredRow>? { sectionColumn.map { .column($0) } }
}

extension ListOrder: LosslessStringConvertible {
  /// Creates an order from the names of its sections and its sort, such as `folded/none`.
  public init?(_ description: String) {
    let names = description.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard names.count == 2, let sections = Sections(rawValue: names[0]),
      let sort = Sort(rawValue: names[1])
    else { return nil }
    self.init(sections: sections, sort: sort)
  }

  /// The names of its sections and its sort.
  public var description: String { "\(sections.rawValue)/\(sort.rawValue)" }
}

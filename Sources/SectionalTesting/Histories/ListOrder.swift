import Foundation
public import Sectional

/// How a history's list is grouped and ordered: what the library is asked for, and the same by hand
/// in SQL.
public struct ListOrder: Sendable, Hashable {
  /// The ways to make sections.
  public enum Sections: String, Sendable, Hashable, CaseIterable {
    /// One section.
    case none
    /// By team.
    case ascending
    /// By team, the last first.
    case descending
    /// By team, A like a.
    case folded
    /// By team, A like a, the last first.
    case foldedDescending
    /// By team, no team last.
    case nullsLast
  }

  /// The ways to order the rows of a section.
  public enum Sort: String, Sendable, Hashable, CaseIterable {
    /// By nothing but the key.
    case none
    /// By position.
    case ascending
    /// By position, the last first.
    case descending
    /// By position, none last.
    case nullsLast
    /// By position, none first, then the last.
    case descendingNullsFirst
    /// By note, A like a.
    case folded
    /// By position, then by note, the last first.
    case positionThenNote
  }

  /// How sections are made.
  public let sections: Sections
  /// How their rows are ordered.
  public let sort: Sort

  /// Makes an order.
  public init(sections: Sections, sort: Sort) {
    self.sections = sections
    self.sort = sort
  }

  /// Chooses an order; consecutive numbers go through all of them.
  public init(number: UInt64) {
    let (sections, sorts) = (Sections.allCases, Sort.allCases)
    self.init(
      sections: sections[Int(number % UInt64(sections.count))],
      sort: sorts[Int(number % UInt64(sorts.count))])
  }

  /// The name of the section's column, if there are sections.
  public var sectionColumn: String? { sections == .none ? nil : "team" }
}

extension ListOrder {
  /// The order as the library is asked for it.
  public var sortKeys: [SortKey<StoredRow>] {
    let sectionKeys: [SortKey<StoredRow>] =
      switch sections {
      case .none, .ascending: []
      case .descending: [SortKey(.column("team"), order: .reverse)]
      case .folded: [SortKey(.column("team"), collation: .caseInsensitive)]
      case .foldedDescending:
        [SortKey(.column("team"), order: .reverse, collation: .caseInsensitive)]
      case .nullsLast: [SortKey(.column("team"), nulls: .last)]
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
    }
  }

  /// The columns whose values are sections, if any.
  public var sectionBy: SectionKey<StoredRow>? { sectionColumn.map { .column($0) } }
}

import Foundation

extension RowRequest {
  /// In which order and in which sections the rows of a list are.
  public struct Order: Sendable, Equatable {
    /// The order within a section.
    public let sort: [Term]
    /// How rows are grouped, or `nil` for a single section.
    public internal(set) var section: SectionRule?
    /// Whether the store should order the rows natively, which differs from the order of a list.
    public internal(set) var isInStoreOrder: Bool

    /// Creates the part from all its options.
    ///
    /// No option has a default, so whoever adds one has to say in ``CanonicalRequest`` whether it changes what a section
    /// cache contains.
    init(sort: [Term], section: SectionRule?, isInStoreOrder: Bool) {
      (self.sort, self.section, self.isInStoreOrder) = (sort, section, isInStoreOrder)
      if let days = section?.days { turn(to: RelativeToday(days.clock)) }
    }

    /// Gives the sections the names of a day, and shows together what is together on it, if they follow the day.
    mutating func turn(to today: RelativeToday) {
      guard let days = section?.days else { return }
      let derivation = days.derivation(on: today, keepingDaysApart: keepsDaysApart)
      section?.derivation = derivation
    }

    /// Whether each day can be a section of its own although several are shown as one: the first sort key is on the same column, so
    /// that the rows of these days have the same order as in one section.
    private var keepsDaysApart: Bool {
      guard let section, let first = sort.first,
        section.column.map(Names.bytes) == Names.bytes(first.column), !section.isAsSorted,
        section.ranks == nil
      else { return false }
      return section.isReversed == nil || section.isReversed == first.isReversed
    }
  }

  /// One term of the order.
  public struct Term: Sendable, Hashable {
    /// The column's name.
    public let column: String
    /// Whether greater values come first.
    public let isReversed: Bool
    /// Whether nulls come after every value.
    public let placesNullsLast: Bool
    /// The collation that orders text.
    public let collation: TextCollation

    /// Creates a term that orders text by its bytes.
    init(column: String) {
      self.column = column
      (isReversed, placesNullsLast, collation) = (false, false, .binary)
    }

    init(_ key: SortKey<some Any>) throws(StoreError) {
      if let problem = key.collation.collator?.problem {
        throw StoreError(problem.code, problem.message, part: .sortBy, cause: problem.cause)
      }
      column = try key.column.resolved()
      isReversed = key.order == .reverse
      placesNullsLast = key.nulls == .last
      collation = key.collation
    }
  }
}

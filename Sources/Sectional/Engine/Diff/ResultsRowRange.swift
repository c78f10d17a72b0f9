/// Rows of a section that follow each other.
public struct ResultsRowRange: Sendable, Hashable {
  /// The section's index.
  public let section: Int
  /// The rows' indexes in the section.
  public let items: Range<Int>
  /// Whether the section is inserted by the same change set, with them or with rows that came before; of
  /// ``ResultsChangeset/hiddenRows``, whether it is deleted.
  public let isInInsertedSection: Bool
}

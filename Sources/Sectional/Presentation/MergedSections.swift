/// Sections that follow each other and are shown as one, such as all days of a month.
///
/// All sections from ``first`` through ``last`` belong to it, in the order in which the list has its sections, also those that come later. If two
/// of these overlap, the one that begins first has what both could have. The section of `nil` at an end of the list isn't among them, unless the sections
/// are ``SectionKey/ordered(as:showsEmpty:)``.
public struct MergedSections: Sendable, Hashable {
  /// The key of the first section, which need not exist; `nil` for the first one of the list.
  public let first: StoredValue?
  /// The key of the last section, which need not exist; `nil` for the last one of the list.
  public let last: StoredValue?
  /// The key of the section that is shown, which must differ from those of all others.
  public let key: StoredValue
  /// The name of the section that is shown.
  public let name: String

  /// Shows sections as one.
  ///
  /// - Parameters:
  ///   - first: The key of the first one, or `nil` to begin with the list.
  ///   - last: The key of the last one, or `nil` to end with the list.
  ///   - key: The key of the section that is shown.
  ///   - name: Its name; `nil` for that of its key.
  public init(
    from first: StoredValue? = nil, through last: StoredValue? = nil, as key: StoredValue,
    named name: String? = nil
  ) {
    (self.first, self.last) = (first?.canonicalNumber, last?.canonicalNumber)
    self.key = key.canonicalNumber
    self.name = name ?? key.canonicalNumber.sectionName
  }
}

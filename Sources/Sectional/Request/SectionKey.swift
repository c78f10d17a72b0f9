public import Foundation

/// How a list is grouped into sections.
///
/// A section is one exact value, of a column or of something derived from the record. The sections are in the order
/// of these values: in the direction of the first sort key if that uses the same column, and otherwise ascending.
public struct SectionKey<Record: Sendable>: Sendable {
  /// The column the sections come from, or `nil` if they are computed from whole records.
  var column: ColumnReference<Record>?
  /// What is derived from the column's cell or from the row, or `nil` for the column's exact values.
  var derivation: SectionDerivation?
  var order: SortOrder?
  var isAsSorted = false
  /// The name of the section whose key is null.
  var nilName = ""
  /// Makes a section's title for people from its key.
  var title: (@Sendable (StoredValue) -> String)?
  /// The keys of sections in the order in which they were listed.
  var listed: [StoredValue]?
  /// The keys of the sections that exist even without records.
  var declared: [StoredValue] = []
  /// How the sections follow the day, if they do.
  var days: RelativeDayRule?
  /// Identifies the function that makes names or titles, if the owner supplied one: copies of it are the same one.
  var naming: Int?
  /// Why there can be no such sections.
  var problem: StoreError?

  init(column: ColumnReference<Record>? = nil, derivation: SectionDerivation? = nil) {
    self.column = column
    self.derivation = derivation
  }

  /// Creates a key for sections that are derived from a column's cell by an index of a library, as places in it.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - function: The name of the derivation; with equal arguments and rules, those of equal names derive the same.
  ///   - argument: The locales of the index.
  ///   - rules: The name and version of the library.
  ///   - problem: Why there can be no such sections; a fetch throws it.
  ///   - value: Returns the key of a cell's section, or `nil` if the cell isn't text as expected.
  ///   - name: Returns the name of the section with a key, or `nil` for the key itself.
  package init(
    _ column: ColumnReference<Record>, function: String, argument: String, rules: String,
    problem: StoreError?, value: @escaping @Sendable (StoredValue) -> StoredValue?,
    name: @escaping @Sendable (StoredValue) -> String?
  ) {
    self.column = column
    self.problem = problem
    derivation = SectionDerivation(
      function: function, argument: argument, keys: .places, expectation: "text",
      input: .cell(value), name: { name($0) ?? $0.sectionName }, rules: rules)
  }
}

extension SectionKey {
  /// Orders the sections in ascending or descending order, regardless of the first sort key.
  public func ordered(_ order: SortOrder) -> SectionKey {
    var key = self
    key.order = order
    return key
  }

  /// Leaves the order to the sort keys alone, as `NSFetchedResultsController` does: a section's position is that of
  /// its first record.
  ///
  /// The records of a section must then be contiguous. If a section reappears, an error with code `outOfOrderSection`
  /// names both records; the list keeps its results, and recovers once the records are contiguous again.
  public var asSorted: SectionKey {
    var key = self
    key.isAsSorted = true
    return key
  }

  /// Names the section of the records that have no value; without this it is named "".
  ///
  /// Its key stays null, so it differs from a section of that text.
  public func named(nil name: String) -> SectionKey {
    var key = self
    key.nilName = name
    return key
  }

  /// Gives sections titles for people, which are shown in place of their names.
  ///
  /// Names stay as they are: they follow from the keys alone, and the section cache and index titles use them.
  ///
  /// - Parameter title: Makes a title from a section's key, such as "November 2026" from 202611.
  /// - Returns: The section key.
  public func titled(_ title: @escaping @Sendable (StoredValue) -> String) -> SectionKey {
    var key = self
    key.title = title
    key.naming = RequestIdentity().number
    return key
  }

  /// Orders the sections as their keys are listed; sections with other keys follow, in the order that they have without a list.
  ///
  /// ```swift
  /// SectionKey(\Chore.priority).ordered(as: ["high", "normal", "low"])
  /// ```
  ///
  /// - Parameters:
  ///   - keys: The keys of the sections, each as it is stored or as its type stores it by default. In reverse order
  ///     (``ordered(_:)``) the last one comes first, and sections with other keys still follow.
  ///   - showsEmpty: Whether the listed sections exist even without records, as with ``declaring(_:)``.
  /// - Returns: The section key.
  public func ordered(as keys: [some ColumnValue], showsEmpty: Bool = false) -> SectionKey {
    var key = self
    key.listed = keys.map { $0.defaultCell.canonicalNumber }
    return showsEmpty ? key.declaring(keys) : key
  }

  /// Shows sections even while they have no records.
  ///
  /// They take their place in the order of the sections, and are never reported as inserted or deleted. Other sections
  /// come and go with their records. A list whose order is ``asSorted`` can't have such sections.
  ///
  /// - Parameter keys: The keys of the sections, each as it is stored or as its type stores it by default.
  /// - Returns: The section key.
  public func declaring(_ keys: [some ColumnValue]) -> SectionKey {
    var key = self
    key.declared = keys.map { $0.defaultCell.canonicalNumber }
    return key
  }

  func rule() throws(StoreError) -> SectionRule {
    guard !isAsSorted || (declared.isEmpty && listed == nil) else {
      throw StoreError(
        .unsupported,
        "sections that are as sorted have neither an order of their own nor sections without rows; leave out asSorted",
        part: .section)
    }
    if let problem {
      throw StoreError(problem.code, problem.message, part: .section, cause: problem.cause)
    }
    func canonical(_ key: StoredValue) -> StoredValue { derivation?.canonical(key) ?? key }
    return SectionRule(
      column: try column?.resolved(), derivation: derivation,
      isReversed: order.map { $0 == .reverse },
      isAsSorted: isAsSorted, nilName: nilName, title: title,
      ranks: listed.map { ValueRanks($0.map(canonical)) },
      declared: declared.map(canonical), days: days, naming: naming)
  }
}

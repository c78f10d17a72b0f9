/// Which rows of each section are shown: all, the first or last ones, or none because the section is collapsed; and which sections are
/// shown as one.
///
/// The other rows are hidden. They still belong to the list: they are followed, counted in
/// ``ResultsSectionInfo/totalCount`` and found by their keys. A limit is applied before, so that a section can't show rows
/// beyond it.
///
/// ```swift
/// controller.sectionDisplay.toggle(section.key)
/// ```
public struct SectionDisplay: Sendable, Hashable {
  /// Which rows of a section are shown if it isn't collapsed.
  public enum Rows: Sendable, Hashable {
    /// All of them.
    case all
    /// So many from the start of the section.
    case first(Int)
    /// So many until the end of the section.
    case last(Int)
  }

  /// Which rows of a section are shown if it isn't collapsed; those of ``wholeSections`` are all shown.
  public var rows: Rows
  /// Sections that are shown as one.
  ///
  /// Everything else here is about the sections that are shown.
  /// A list whose sections are as sorted (``SectionKey/asSorted``) shows each by itself.
  public var merged: [MergedSections] = []
  /// The keys of sections of which all rows are shown, whatever ``rows`` says.
  public private(set) var wholeSections: Set<StoredValue> = []
  /// Whether sections are collapsed that ``exceptions`` doesn't name, new ones too.
  public private(set) var isCollapsedByDefault = false
  /// The keys of the sections that are collapsed although others aren't, or the other way round.
  public private(set) var exceptions: Set<StoredValue> = []

  /// Shows all rows of all sections.
  public static let all = SectionDisplay()

  /// Shows some rows of each section, and collapses none.
  public init(rows: Rows = .all) { self.rows = rows }

  /// The same sections with all their rows.
  var withoutHiding: SectionDisplay {
    var display = SectionDisplay.all
    display.merged = merged
    return display
  }

  /// Whether no row is hidden.
  var showsEverything: Bool { rows == .all && !isCollapsedByDefault && exceptions.isEmpty }

  /// Whether no row is hidden, and each section is shown by itself, so that changes of the list are those of what is shown.
  var showsListAsRead: Bool { showsEverything && merged.isEmpty }

  /// Returns whether the section with a key is collapsed; numbers are compared by value.
  public func isCollapsed(_ key: StoredValue) -> Bool {
    exceptions.contains(key.canonicalNumber) != isCollapsedByDefault
  }

  /// Collapses the section with a key.
  public mutating func collapse(_ key: StoredValue) { set(key, isCollapsed: true) }

  /// Expands the section with a key.
  public mutating func expand(_ key: StoredValue) { set(key, isCollapsed: false) }

  /// Collapses the section with a key if it is expanded, and expands it if it is collapsed.
  public mutating func toggle(_ key: StoredValue) { set(key, isCollapsed: !isCollapsed(key)) }

  /// Collapses all sections, also those that come later.
  public mutating func collapseAll() { (isCollapsedByDefault, exceptions) = (true, []) }

  /// Expands all sections, also those that come later.
  public mutating func expandAll() { (isCollapsedByDefault, exceptions) = (false, []) }

  /// Shows all rows of the section with a key, or as many of them as of the others.
  public mutating func showAllRows(_ showsAll: Bool = true, of key: StoredValue) {
    if showsAll {
      wholeSections.insert(key.canonicalNumber)
    } else {
      wholeSections.remove(key.canonicalNumber)
    }
  }

  private mutating func set(_ key: StoredValue, isCollapsed: Bool) {
    if isCollapsed == isCollapsedByDefault {
      exceptions.remove(key.canonicalNumber)
    } else {
      exceptions.insert(key.canonicalNumber)
    }
  }

  /// Returns which of a section's rows are shown.
  func shown(of ranks: Range<Int>, in key: StoredValue, canCollapse: Bool) -> Range<Int> {
    if canCollapse, isCollapsed(key) { return ranks.lowerBound..<ranks.lowerBound }
    guard !wholeSections.contains(key) else { return ranks }
    switch rows {
    case .all: return ranks
    case .first(let most): return ranks.prefix(max(0, most))
    case .last(let most): return ranks.suffix(max(0, most))
    }
  }
}

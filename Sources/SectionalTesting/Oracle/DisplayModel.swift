package import Sectional

/// Which rows of each section a screen shows, beside the library's own form of it, for comparing what both leave of a list.
package struct DisplayModel: Sendable {
  /// The library's form.
  package private(set) var display = SectionDisplay()

  private enum Rows {
    case all
    case first(Int)
    case last(Int)
  }

  private var rows = Rows.all
  private var isCollapsedByDefault = false
  private var exceptions: Set<OracleValue> = []
  private var whole: Set<OracleValue> = []

  package init() {}

  /// Changes something at random.
  ///
  /// - Parameters:
  ///   - keys: Keys of sections, of which one may be chosen.
  ///   - generator: Where the choices come from.
  package mutating func change(_ keys: [StoredValue], _ generator: inout SeededGenerator) {
    let key = keys.isEmpty ? StoredValue.integer(99) : keys[generator.below(keys.count)]
    switch generator.below(9) {
    case 0: setRows(.all)
    case 1: setRows(.first(generator.below(4)))
    case 2: setRows(.last(generator.below(4)))
    case 3 where generator.happens(onceIn: 2): collapseAll(true)
    case 4 where generator.happens(onceIn: 2): collapseAll(false)
    case 5: showAllRows(generator.happens(onceIn: 2), of: key)
    default: toggle(key)
    }
  }

  private mutating func setRows(_ rows: Rows) {
    self.rows = rows
    switch rows {
    case .all: display.rows = .all
    case .first(let count): display.rows = .first(count)
    case .last(let count): display.rows = .last(count)
    }
  }

  private mutating func collapseAll(_ collapses: Bool) {
    (isCollapsedByDefault, exceptions) = (collapses, [])
    if collapses { display.collapseAll() } else { display.expandAll() }
  }

  private mutating func showAllRows(_ showsAll: Bool, of key: StoredValue) {
    let value = OracleValue(key).byValue
    if showsAll { whole.insert(value) } else { whole.remove(value) }
    display.showAllRows(showsAll, of: key)
  }

  private mutating func toggle(_ key: StoredValue) {
    let value = OracleValue(key).byValue
    if exceptions.remove(value) == nil { exceptions.insert(value) }
    display.toggle(key)
  }

  /// Returns whether the section with a key is collapsed.
  package func isCollapsed(_ key: OracleValue) -> Bool {
    exceptions.contains(key.byValue) != isCollapsedByDefault
  }

  /// Returns what is shown of a list.
  ///
  /// - Parameters:
  ///   - picture: The list.
  ///   - isSectioned: Whether its rows are grouped.
  /// - Returns: The list without the hidden rows.
  package func part(of picture: ListPicture, isSectioned: Bool = true) -> ListPicture {
    ListPicture(
      picture.sections.map { section in
        var section = section
        section.rows = shown(section, isSectioned)
        return section
      })
  }

  private func shown(_ section: ListPicture.Section, _ isSectioned: Bool) -> [ListPicture.Row] {
    let key = section.key.byValue
    if isSectioned, isCollapsed(key) { return [] }
    if whole.contains(key) { return section.rows }
    switch rows {
    case .all: return section.rows
    case .first(let count): return Array(section.rows.prefix(count))
    case .last(let count): return Array(section.rows.suffix(count))
    }
  }
}

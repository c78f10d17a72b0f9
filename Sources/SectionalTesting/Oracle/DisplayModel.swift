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
  /// Which sections are shown as one, by their keys, of which those that limit them are integers.
  private var merged: [(range: (first: Int64?, last: Int64?), key: OracleValue, name: String)] = []
  /// Whether the list has its sections in descending order.
  private let isDescending: Bool

  package init(isDescending: Bool = false) { self.isDescending = isDescending }

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

  /// Shows sections as one, or each by itself again.
  ///
  /// - Parameters:
  ///   - bounds: The keys that the first and the last one can have.
  ///   - generator: Where the choices come from.
  package mutating func merge(
    among bounds: some RandomAccessCollection<Int64>, _ generator: inout SeededGenerator
  ) {
    if !merged.isEmpty, generator.happens(onceIn: 3) {
      let place = generator.below(merged.count)
      merged.remove(at: place)
      display.merged.remove(at: place)
      return
    }
    func bound() -> Int64? {
      generator.happens(onceIn: 4) ? nil : generator.element(of: bounds)
    }
    let (first, last) = (bound(), bound())
    let (key, name) = (Int64(100 + generator.below(3)), "m\(generator.below(2))")
    guard !merged.contains(where: { $0.key == .integer(key) }) else { return }
    merged.append(((first, last), .integer(key), name))
    display.merged.append(
      MergedSections(
        from: first.map(StoredValue.integer), through: last.map(StoredValue.integer),
        as: .integer(key), named: name))
  }

  /// Returns a list with the sections that are shown as one.
  package func merging(_ picture: ListPicture) -> ListPicture {
    // Of two that overlap, the one that begins first has what both could have.
    let parts = merged.enumerated().sorted { one, other in
      guard one.element.range.first != other.element.range.first else {
        return one.offset < other.offset
      }
      guard let left = one.element.range.first else { return true }
      guard let right = other.element.range.first else { return false }
      return isDescending ? right < left : left < right
    }.map(\.element)
    var sections: [ListPicture.Section] = []
    for section in picture.sections {
      guard let part = parts.first(where: { holds(section.key, in: $0.range) }) else {
        sections.append(section)
        continue
      }
      if sections.last?.key == part.key {
        sections[sections.count - 1].rows += section.rows
      } else {
        sections.append(.init(key: part.key, name: part.name, rows: section.rows))
      }
    }
    return ListPicture(sections)
  }

  private func holds(_ key: OracleValue, in range: (first: Int64?, last: Int64?)) -> Bool {
    let (least, most) = isDescending ? (range.last, range.first) : (range.first, range.last)
    switch key {
    case .null: return false
    case .integer(let integer):
      return integer >= least ?? .min && integer <= most ?? .max
    case .real(let real):
      return real >= least.map(Double.init) ?? -.infinity
        && real <= most.map(Double.init) ?? .infinity
    // They come after all numbers.
    case .text, .blob: return most == nil
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
      merging(picture).sections.map { section in
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

/// The cells that a view shows, on a screen without an end.
///
/// A table whose screen has one puts a ``CellOffScreen`` in place of each cell that isn't on it.
///
/// A cell that nobody asks for again goes on showing what it showed, so that a change that was not told can be seen.
struct Screen<Cell: AnyObject> {
  struct Section {
    var header: String?
    var cells: [Cell]
  }

  /// What the view asks its data source.
  struct Questions {
    let counts: [Int]
    let header: (Int) -> String?
    let cell: (Place) -> Cell
    /// Has a cell configured again, in place or with another one.
    let again: (Place, Cell) -> Cell
  }

  var sections: [Section] = []

  var counts: [Int] { sections.map(\.cells.count) }
  var cells: [Cell] { sections.flatMap(\.cells) }

  func cell(at place: Place) -> Cell? {
    guard sections.indices.contains(place.section),
      sections[place.section].cells.indices.contains(place.item)
    else { return nil }
    return sections[place.section].cells[place.item]
  }

  /// Asks for everything.
  mutating func reload(_ ask: Questions) {
    sections = ask.counts.indices.map { Screen.section($0, ask) }
  }

  /// Does what a batch says that keeps the rules.
  mutating func apply(_ update: BatchUpdate, _ ask: Questions) {
    let before = sections
    let survivors = update.survivors(before: before.count, after: ask.counts.count)
    let old = Dictionary(uniqueKeysWithValues: survivors.map { ($0.new, $0.old) })
    let (leaving, reloads) = (Set(update.leaving), Set(update.reloads))
    let inserts = Set(update.inserts)
    let moved = Dictionary(uniqueKeysWithValues: update.moves.map { ($0.to, $0.from) })
    sections = ask.counts.indices.map { section in
      guard let source = old[section] else { return Screen.section(section, ask) }
      var kept = before[source].cells.indices.map { Place(source, $0) }
        .filter { !leaving.contains($0) }.makeIterator()
      let cells = (0..<ask.counts[section]).compactMap { item -> Cell? in
        let place = Place(section, item)
        if inserts.contains(place) { return ask.cell(place) }
        if let from = moved[place] { return before[from.section].cells[from.item] }
        guard let from = kept.next() else { return nil }
        return reloads.contains(from)
          ? ask.cell(place) : before[from.section].cells[from.item]
      }
      return Section(header: before[source].header, cells: cells)
    }
  }

  /// Shows a list whose rows have come from known places or are new, and has some configured again.
  mutating func rearrange(_ ask: Questions, from origin: (Place) -> (place: Place, again: Bool)?) {
    let before = self
    sections = ask.counts.indices.map { section in
      let cells = (0..<ask.counts[section]).map { item -> Cell in
        let place = Place(section, item)
        guard let source = origin(place), let cell = before.cell(at: source.place) else {
          return ask.cell(place)
        }
        return source.again ? ask.again(place, cell) : cell
      }
      return Section(header: ask.header(section), cells: cells)
    }
  }

  private static func section(_ section: Int, _ ask: Questions) -> Section {
    Section(
      header: ask.header(section),
      cells: (0..<ask.counts[section]).map { ask.cell(Place(section, $0)) })
  }
}

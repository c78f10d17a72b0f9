import Sectional

extension ScreenModel {
  /// Takes over a key.
  mutating func press(_ key: ScreenKey) -> Effect {
    if key == .interrupt { return .quit }
    switch mode {
    case .list: return pressInList(key)
    case .filter(let text): return pressInFilter(key, text)
    case .section(let text): pressInSection(key, text)
    case .row(let row, let column): pressInRow(key, row, column)
    case .help: if !move(by: key) { mode = .list }
    }
    return .nothing
  }

  private mutating func pressInRow(_ key: ScreenKey, _ row: RowKey, _ column: Int) {
    // The last line says which columns are in sight.
    let page = max(1, bodyHeight - 1)
    switch key {
    case .pageUp: mode = .row(row, from: max(0, column - page))
    case .pageDown:
      let last = max(0, shown.results.columns.names.count - page)
      mode = .row(row, from: min(column + page, last))
    default:
      guard move(by: key) else {
        mode = .list
        return
      }
      if let key = place.key(in: shown) { mode = .row(key, from: column) }
    }
  }

  private mutating func pressInList(_ key: ScreenKey) -> Effect {
    if move(by: key) {
      let isAtTop = place.cursor == 0 && shown.results.hasEarlierRows && held == nil
      return isAtTop ? .earlier : .nothing
    }
    switch key {
    case .character("q"): return .quit
    case .character(" "): pause()
    case .character("/"): mode = .filter(wantedFilter ?? filter)
    case .character("s"): mode = .section("")
    case .character("c"): return toggleSection()
    case .character("C"): return toggleAllSections()
    case .character("?"), .character("h"): mode = .help
    case .enter: if let key = place.key(in: shown) { mode = .row(key, from: 0) }
    case .tab: goToLastChange()
    case .escape where !filter.isEmpty || wantedFilter != nil:
      wantedFilter = ""
      return .filter("")
    default: break
    }
    return .nothing
  }

  /// Opens or closes the section that the cursor is in.
  private mutating func toggleSection() -> Effect {
    let results = shown.results
    guard !results.ordering.section.isEmpty, let line = shown.lines.line(at: place.cursor) else {
      return .nothing
    }
    let section =
      switch line {
      case .heading(let section): section
      case .row(let path): path.section
      }
    place.go(to: shown.lines.place(ofSection: section), in: shown)
    place.reveal(height: bodyHeight)
    var display = results.sectionDisplay
    display.toggle(results[section].key)
    note(closing: display)
    return .display(display)
  }

  /// Closes all sections, or opens them if none is open.
  private mutating func toggleAllSections() -> Effect {
    let results = shown.results
    guard !results.ordering.section.isEmpty else { return .nothing }
    var display = results.sectionDisplay
    if results.allSatisfy(\.isCollapsed) { display.expandAll() } else { display.collapseAll() }
    note(closing: display)
    return .display(display)
  }

  private mutating func pressInFilter(_ key: ScreenKey, _ text: String) -> Effect {
    switch key {
    case .enter:
      (wantedFilter, mode) = (text, .list)
      return .filter(text)
    case .escape: mode = .list
    default: mode = .filter(ScreenModel.edited(text, by: key))
    }
    return .nothing
  }

  private mutating func pressInSection(_ key: ScreenKey, _ text: String) {
    guard key != .enter, key != .escape else {
      mode = .list
      return
    }
    let typed = ScreenModel.edited(text, by: key)
    mode = .section(typed)
    if !typed.isEmpty, let found = section(beginningWith: typed) {
      place.go(to: shown.lines.place(ofSection: found), in: shown)
      place.putAtTop()
      keepInSight()
    }
  }

  /// Returns the first section whose name begins with a text, in whatever case.
  func section(beginningWith text: String) -> Int? {
    shown.results.indices.first { section in
      shown.results.heading(ofSection: section, subject.forms).lowercased()
        .hasPrefix(text.lowercased())
    }
  }

  private static func edited(_ text: String, by key: ScreenKey) -> String {
    switch key {
    case .character(let character): text + String(character)
    case .backspace: String(text.dropLast())
    default: text
    }
  }

  /// Moves the cursor.
  ///
  /// - Returns: Whether it is a key that moves it.
  private mutating func move(by key: ScreenKey) -> Bool {
    let cursor = place.cursor
    switch key {
    case .up, .character("k"): place.go(to: cursor - 1, in: shown)
    case .down, .character("j"): place.go(to: cursor + 1, in: shown)
    case .pageUp: place.go(to: cursor - bodyHeight, in: shown)
    case .pageDown: place.go(to: cursor + bodyHeight, in: shown)
    case .home, .character("g"): place.go(to: 0, in: shown)
    case .end, .character("G"): place.go(to: shown.lines.count - 1, in: shown)
    default: return false
    }
    place.reveal(height: bodyHeight)
    return true
  }

  private mutating func pause() {
    guard let held else {
      held = (shown.results, 0)
      return
    }
    self.held = nil
    show(held.results)
  }

  private mutating func goToLastChange() {
    guard let key = news.lastKey, let path = shown.results.path(forKey: key) else { return }
    place.go(to: shown.lines.place(of: path), in: shown)
    place.reveal(height: bodyHeight)
  }
}

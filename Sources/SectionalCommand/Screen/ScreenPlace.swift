import Sectional

/// Which lines of a list are in sight, and which line the cursor is on.
///
/// While the list changes, the cursor stays on its row, and the first row in sight stays where it is, except at the
/// beginning of the list, where new rows come into sight.
struct ScreenPlace {
  /// The first line in sight.
  private(set) var top = 0
  /// The line of the cursor.
  private(set) var cursor = 0
  private var cursorKey: RowKey?

  /// Returns the key of the cursor's row, or `nil` if the cursor is on a heading or the row isn't loaded.
  func key(in list: ScreenModel.ShownList) -> RowKey? { ScreenPlace.key(at: cursor, in: list) }

  /// Puts the cursor on a line.
  mutating func go(to line: Int, in list: ScreenModel.ShownList) {
    cursor = min(max(0, line), max(0, list.lines.count - 1))
    cursorKey = key(in: list)
  }

  /// Scrolls until the cursor is in sight.
  mutating func reveal(height: Int) {
    top = min(max(top, cursor - height + 1), cursor)
  }

  /// Scrolls until the cursor's line is the first one.
  mutating func putAtTop() { top = cursor }

  /// Keeps to the lines that there are.
  mutating func clamp(to count: Int, height: Int) {
    cursor = min(cursor, max(0, count - 1))
    top = min(top, max(0, count - height))
  }

  /// Follows a list from what it was to what it is.
  ///
  /// - Parameters:
  ///   - old: What it was.
  ///   - new: What it is.
  ///   - keepsEnd: Whether new rows come into sight at the end, if that is in sight, and not at the beginning.
  mutating func follow(
    from old: ScreenModel.ShownList, to new: ScreenModel.ShownList, keepingEnd keepsEnd: Bool
  ) {
    guard !keepsEnd || cursor < old.lines.count - 1 else {
      let height = max(1, old.lines.count - top)
      go(to: new.lines.count - 1, in: new)
      return reveal(height: height)
    }
    if top > 0 || keepsEnd {
      // A heading can come to stand elsewhere than its first row.
      let first = keepsEnd && ScreenPlace.key(at: top, in: old) == nil ? top + 1 : top
      if let key = ScreenPlace.key(at: first, in: old),
        let line = ScreenPlace.line(of: key, in: new)
      {
        top = max(0, line - (first - top))
      }
    }
    if keepsEnd, cursorKey == nil, let key = ScreenPlace.key(at: cursor + 1, in: old),
      let line = ScreenPlace.line(of: key, in: new)
    {
      // The heading, or the row that came before its first row.
      cursor = max(0, line - 1)
    }
    if let key = cursorKey, let line = ScreenPlace.line(of: key, in: new) { cursor = line }
  }

  private static func key(at line: Int, in list: ScreenModel.ShownList) -> RowKey? {
    guard case .row(let path)? = list.lines.line(at: line) else { return nil }
    return list.results.row(ifLoaded: path.indexPath)?.key
  }

  private static func line(of key: RowKey, in list: ScreenModel.ShownList) -> Int? {
    list.results.path(forKey: key).map(list.lines.place(of:))
  }
}

import Foundation
import Sectional

/// Which lines of a list are in sight, and which line the cursor is on.
///
/// While the list changes, the cursor stays on its row or heading, and the first line in sight stays where it is, except at the
/// beginning of the list, where new rows come into sight.
struct ScreenPlace {
  /// The first line in sight.
  private(set) var top = 0
  /// The line of the cursor.
  private(set) var cursor = 0
  private var cursorAnchor: Anchor?

  /// What a line stands for, whatever its place.
  private enum Anchor {
    case row(RowKey)
    case heading(StoredValue)
  }

  /// Returns the key of the cursor's row, or `nil` if the cursor is on a heading or the row isn't loaded.
  func key(in list: ScreenModel.ShownList) -> RowKey? { ScreenPlace.key(at: cursor, in: list) }

  /// Puts the cursor on a line.
  mutating func go(to line: Int, in list: ScreenModel.ShownList) {
    cursor = min(max(0, line), max(0, list.lines.count - 1))
    cursorAnchor = ScreenPlace.anchor(at: cursor, in: list)
  }

  /// Returns whether the cursor is in sight.
  func showsCursor(height: Int) -> Bool { (top..<top + height).contains(cursor) }

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
    let anchor = cursorAnchor ?? firstHeading(of: old)
    if top > 0 || keepsEnd {
      // Earlier rows come between a heading and the row that is its first one.
      let first = keepsEnd && ScreenPlace.key(at: top, in: old) == nil ? top + 1 : top
      let anchor = ScreenPlace.anchor(at: first, in: old)
      if let line = anchor.flatMap({ ScreenPlace.line(of: $0, in: new) }) {
        top = max(0, line - (first - top))
      }
    }
    if keepsEnd, case .heading? = anchor, let key = ScreenPlace.key(at: cursor + 1, in: old),
      let line = ScreenPlace.line(of: .row(key), in: new)
    {
      // The heading, or the row that came before its first row.
      cursor = max(0, line - 1)
      cursorAnchor = ScreenPlace.anchor(at: cursor, in: new)
      return
    }
    if let line = anchor.flatMap({ ScreenPlace.line(of: $0, in: new) }) { cursor = line }
    cursorAnchor = anchor
  }

  /// The heading that the cursor is on before anybody has moved it; on a row, it then stays at the beginning.
  private func firstHeading(of list: ScreenModel.ShownList) -> Anchor? {
    guard case .heading(let section)? = list.lines.line(at: cursor) else { return nil }
    return .heading(list.results[section].key)
  }

  private static func anchor(at line: Int, in list: ScreenModel.ShownList) -> Anchor? {
    switch list.lines.line(at: line) {
    case .heading(let section): .heading(list.results[section].key)
    case .row(let path): list.results.row(ifLoaded: path.indexPath).map { .row($0.key) }
    case nil: nil
    }
  }

  private static func key(at line: Int, in list: ScreenModel.ShownList) -> RowKey? {
    guard case .row(let path)? = list.lines.line(at: line) else { return nil }
    return list.results.row(ifLoaded: path.indexPath)?.key
  }

  /// Returns the line of a row, or of its section's heading if it is hidden, or of a section's heading.
  private static func line(of anchor: Anchor, in list: ScreenModel.ShownList) -> Int? {
    switch anchor {
    case .heading(let key):
      list.results.section(forKey: key).map(list.lines.place(ofSection:))
    case .row(let key):
      switch list.results.place(forKey: key) {
      case .shown(let path): list.lines.place(of: ElementPath(section: path[0], item: path[1]))
      case .hidden(let section): list.lines.place(ofSection: section)
      case nil: nil
      }
    }
  }
}

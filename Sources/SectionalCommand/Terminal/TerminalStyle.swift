import Foundation

/// What standard output can display.
struct TerminalStyle: Sendable, Equatable {
  /// Whether text may have color.
  let isColoured: Bool
  /// Whether text may be bold, dim or inverse, which says something without color, too.
  let isEmphasized: Bool
  /// The number of columns of the terminal, or `nil` if the output isn't a terminal.
  let width: Int?
  /// The number of lines of the terminal, or `nil` if it is unknown or the output can't be paged.
  let height: Int?

  /// The style of a file or a pipe: no color, no limits.
  static let plain = TerminalStyle(isColoured: false, width: nil, height: nil)

  init(isColoured: Bool, isEmphasized: Bool? = nil, width: Int?, height: Int?) {
    (self.isColoured, self.isEmphasized) = (isColoured, isEmphasized ?? isColoured)
    (self.width, self.height) = (width, height)
  }

  /// The same for text that is so many columns wide, and as long as it likes.
  func narrowed(to width: Int) -> TerminalStyle {
    TerminalStyle(isColoured: isColoured, isEmphasized: isEmphasized, width: width, height: nil)
  }

  /// Determines what standard output can display from the system and the environment.
  static func current() -> TerminalStyle {
    guard isatty(STDOUT_FILENO) == 1 else { return plain }
    return terminal(ofSize: TerminalSize.current(), in: ProcessInfo.processInfo.environment)
  }

  /// Returns the style of a terminal of `size` with the user's settings in `environment`.
  static func terminal(
    ofSize size: TerminalSize?, in environment: [String: String]
  ) -> TerminalStyle {
    let isDumb = environment["TERM", default: "dumb"] == "dumb"
    let refusesColour = environment["NO_COLOR", default: ""] != ""
    let height = size?.height ?? positive(environment["LINES"])
    return TerminalStyle(
      isColoured: !isDumb && !refusesColour, isEmphasized: !isDumb,
      width: size?.width ?? positive(environment["COLUMNS"]) ?? 80,
      height: isDumb ? nil : height)
  }

  /// Returns an environment variable's value if it is a positive number.
  private static func positive(_ value: String?) -> Int? {
    value.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }
}

extension TerminalStyle {
  /// Emphasizes `text`.
  func bold(_ text: String) -> String { emphasis(1, of: text, endedBy: 22) }

  /// De-emphasizes `text`.
  func dim(_ text: String) -> String { emphasis(2, of: text, endedBy: 22) }

  /// Exchanges the colors of `text` and its background.
  func inverse(_ text: String) -> String { emphasis(7, of: text, endedBy: 27) }

  /// Colors `text` red.
  func red(_ text: String) -> String { rendition(31, of: text, endedBy: 39) }

  /// Colors `text` green.
  func green(_ text: String) -> String { rendition(32, of: text, endedBy: 39) }

  /// Colors `text` yellow.
  func yellow(_ text: String) -> String { rendition(33, of: text, endedBy: 39) }

  /// Colors `text` cyan.
  func cyan(_ text: String) -> String { rendition(36, of: text, endedBy: 39) }

  private func rendition(_ start: Int, of text: String, endedBy end: Int) -> String {
    isColoured ? TerminalStyle.enclosed(text, start, end) : text
  }

  private func emphasis(_ start: Int, of text: String, endedBy end: Int) -> String {
    isEmphasized ? TerminalStyle.enclosed(text, start, end) : text
  }

  /// Encloses `text` in the escape sequences of two graphic renditions.
  private static func enclosed(_ text: String, _ start: Int, _ end: Int) -> String {
    text.isEmpty ? text : "\u{1B}[\(start)m\(text)\u{1B}[\(end)m"
  }
}

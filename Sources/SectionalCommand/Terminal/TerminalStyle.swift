import Foundation

/// What standard output can show.
struct TerminalStyle: Sendable, Equatable {
  /// Whether text may be coloured and emphasized.
  let isColoured: Bool
  /// The columns of the terminal, or `nil` when the output isn't a terminal.
  let width: Int?
  /// The lines of the terminal, or `nil` when they are unknown or can't be paged.
  let height: Int?

  /// The style of a file or a pipe: no colour, no limits.
  static let plain = TerminalStyle(isColoured: false, width: nil, height: nil)

  /// Reads what standard output can show from the system and the environment.
  static func current() -> TerminalStyle {
    guard isatty(STDOUT_FILENO) == 1 else { return plain }
    return terminal(ofSize: TerminalSize.current(), in: ProcessInfo.processInfo.environment)
  }

  /// Describes a terminal of `size` as its user set it up in `environment`.
  static func terminal(
    ofSize size: TerminalSize?, in environment: [String: String]
  ) -> TerminalStyle {
    let isDumb = environment["TERM", default: "dumb"] == "dumb"
    let refusesColour = environment["NO_COLOR", default: ""] != ""
    let height = size?.height ?? positive(environment["LINES"])
    return TerminalStyle(
      isColoured: !isDumb && !refusesColour,
      width: size?.width ?? positive(environment["COLUMNS"]) ?? 80,
      height: isDumb ? nil : height)
  }

  /// Reads a number greater than zero from the value of an environment variable.
  private static func positive(_ value: String?) -> Int? {
    value.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }
}

extension TerminalStyle {
  /// Emphasizes `text`.
  func bold(_ text: String) -> String { rendition(1, of: text, endedBy: 22) }

  /// Plays `text` down.
  func dim(_ text: String) -> String { rendition(2, of: text, endedBy: 22) }

  /// Colours `text` red.
  func red(_ text: String) -> String { rendition(31, of: text, endedBy: 39) }

  /// Colours `text` green.
  func green(_ text: String) -> String { rendition(32, of: text, endedBy: 39) }

  /// Colours `text` yellow.
  func yellow(_ text: String) -> String { rendition(33, of: text, endedBy: 39) }

  /// Colours `text` cyan.
  func cyan(_ text: String) -> String { rendition(36, of: text, endedBy: 39) }

  /// Puts `text` between the escape sequences of two graphic renditions.
  private func rendition(_ start: Int, of text: String, endedBy end: Int) -> String {
    isColoured && !text.isEmpty ? "\u{1B}[\(start)m\(text)\u{1B}[\(end)m" : text
  }
}

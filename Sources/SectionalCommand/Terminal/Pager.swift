import Foundation

/// Shows text that is longer than the terminal in the user's pager.
struct Pager: Sendable {
  /// The command line of the pager.
  let command: String
  /// The environment of the pager.
  let environment: [String: String]

  /// Shows `text` in a pager if it has more lines than the terminal, and passes it to `write` otherwise.
  static func show(_ text: String, style: TerminalStyle, otherwise write: (String) -> Void) {
    let pager = Pager(environment: ProcessInfo.processInfo.environment)
    ProgressLine.finish()
    guard style.isOverflowed(by: text), let pager, pager.show(text) else { return write(text) }
  }

  /// Chooses the pager named by `environment`, or `less` if none is named; an empty name disables paging.
  init?(environment: [String: String]) {
    let name = environment["PAGER", default: Self.less]
    guard !name.allSatisfy(\.isWhitespace) else { return nil }
    self.command = name
    self.environment = Self.settings.merging(environment) { $1 }
  }

  /// Starts `less`, without an error message if it isn't installed.
  private static let less = "command -v less >/dev/null || exit 127; exec less"

  /// Makes `less` pass colors through, leave short text on the screen and read UTF-8 in any locale.
  private static let settings = ["LESS": "FRX", "LESSCHARSET": "utf-8"]

  /// Shows `text` until the user quits the pager; returns `false` if there is no such pager.
  private func show(_ text: String) -> Bool {
    fflush(nil)
    let command = ShellCommand(command: command, environment: environment)
    let status = command.run(readingFrom: text)
    return status != nil && status != ShellCommand.notFound
  }
}

extension TerminalStyle {
  /// Returns whether standard output is a terminal with fewer lines than `text`.
  func isOverflowed(by text: String) -> Bool {
    guard width != nil, let height else { return false }
    return text.utf8.count { $0 == UInt8(ascii: "\n") } > height
  }
}

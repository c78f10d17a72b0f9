import Foundation

/// Shows what is being measured, to people at a terminal.
struct Progress: Sendable {
  private let isShown = isatty(STDERR_FILENO) == 1

  /// Says what comes next, in place of what it said before.
  func report(_ text: String) { write("\r\u{1B}[K\(text)") }

  /// Makes room for the report.
  func finish() { write("\r\u{1B}[K") }

  private func write(_ text: String) {
    if isShown { FileHandle.standardError.write(Data(text.utf8)) }
  }
}

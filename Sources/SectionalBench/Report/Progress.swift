import Foundation

/// Shows people at a terminal what is being measured.
struct Progress: Sendable {
  private let isShown = isatty(STDERR_FILENO) == 1

  /// Shows the next step in place of the previous one.
  func report(_ text: String) { write("\r\u{1B}[K\(text)") }

  /// Erases the progress line before the report.
  func finish() { write("\r\u{1B}[K") }

  private func write(_ text: String) {
    if isShown { FileHandle.standardError.write(Data(text.utf8)) }
  }
}

import Foundation
import Sectional

/// Shows the progress of loading to people at a terminal.
struct SeedProgress: Sendable {
  private let total: Int
  private let target: String
  private let isShown = isatty(STDERR_FILENO) == 1
  private let width = max(20, (TerminalSize.current()?.width ?? 80) - 1)

  init(of total: Int, into target: String) {
    self.total = total
    self.target = TerminalText.printable(target)
  }

  /// Shows the number of rows loaded so far.
  func report(_ count: Int) {
    let counts = "\(CountText.grouped(count)) of \(CountText.text(total, "row"))"
    // The next report couldn't erase text that wraps to another line.
    let line = TerminalText.truncated("loading \(counts) into \(target)", to: width)
    write("\r\u{1B}[K\(line)")
  }

  /// Erases the progress line for the output that follows.
  func finish() { write("\r\u{1B}[K") }

  private func write(_ text: String) {
    if isShown { FileHandle.standardError.write(Data(text.utf8)) }
  }
}

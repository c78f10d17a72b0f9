import Foundation
import Sectional

/// Shows how far loading has come, to people at a terminal.
struct SeedProgress: Sendable {
  private let total: Int
  private let target: String
  private let isShown = isatty(STDERR_FILENO) == 1
  private let width = max(20, (TerminalSize.current()?.width ?? 80) - 1)

  init(of total: Int, into target: String) {
    self.total = total
    self.target = TerminalText.printable(target)
  }

  /// Says how many rows are loaded.
  func report(_ count: Int) {
    let counts = "\(CountText.grouped(count)) of \(CountText.text(total, "row"))"
    // What is longer than a line would not be wiped out by the next report.
    let line = TerminalText.truncated("loading \(counts) into \(target)", to: width)
    write("\r\u{1B}[K\(line)")
  }

  /// Makes room for what comes next.
  func finish() { write("\r\u{1B}[K") }

  private func write(_ text: String) {
    if isShown { FileHandle.standardError.write(Data(text.utf8)) }
  }
}

import Foundation

/// The columns and lines of a terminal.
struct TerminalSize: Sendable, Equatable {
  /// The number of columns.
  let width: Int
  /// The number of lines.
  let height: Int

  /// Returns the size of the terminal behind an output, or `nil` if it is unknown.
  static func current(of output: Int32 = STDOUT_FILENO) -> TerminalSize? {
    var size = winsize()
    let result = unsafe ioctl(output, UInt(TIOCGWINSZ), &size)
    guard result == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    return TerminalSize(width: Int(size.ws_col), height: Int(size.ws_row))
  }
}

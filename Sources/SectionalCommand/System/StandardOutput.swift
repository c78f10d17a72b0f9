import Foundation

/// Writes to standard output.
///
/// If the reader goes away, the process ends without a word.
enum StandardOutput {
  /// Makes writes to a closed pipe fail instead of ending the process with a signal.
  static func ignoreClosedPipeSignal() { signal(SIGPIPE, SIG_IGN) }

  /// Writes text immediately.
  static func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes SQL, in which a terminal gets nothing but text.
  static func writeSQL(_ sql: String) {
    guard isatty(STDOUT_FILENO) == 1 else { return write(sql + "\n") }
    let lines = sql.split(separator: "\n", omittingEmptySubsequences: false)
    write(lines.map { TerminalText.printable(String($0)) }.joined(separator: "\n") + "\n")
  }

  /// Writes all bytes immediately.
  static func write(_ bytes: [UInt8]) { write(bytes, endingWithoutReader: 0) }

  /// Writes an answer that the process's exit status sums up; without a reader, the status doesn't say that all is well.
  static func writeAnswer(_ text: String) { writeAnswer(Array(text.utf8)) }

  /// Writes an answer that the process's exit status sums up.
  static func writeAnswer(_ bytes: [UInt8]) {
    // A shell has this number for the signal that is ignored here.
    write(bytes, endingWithoutReader: 128 + SIGPIPE)
  }

  private static func write(_ bytes: [UInt8], endingWithoutReader status: Int32) {
    ProgressLine.finish()
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { bytes in
        unsafe Foundation.write(STDOUT_FILENO, bytes.baseAddress, bytes.count)
      }
      guard written > 0 else {
        recover(from: errno, endingWithoutReader: status)
        continue
      }
      rest = rest.dropFirst(written)
    }
  }

  /// Waits if the output is only temporarily full, and ends the process if nothing more can be written.
  private static func recover(from code: Int32, endingWithoutReader status: Int32) {
    switch code {
    case EINTR: break
    case EAGAIN: _ = state(waiting: -1)
    case EPIPE: exit(status)
    default:
      StandardError.write(
        "sectional: the output can't be written: \(unsafe String(cString: strerror(code)))")
      exit(1)
    }
  }

  /// Whether the reader of the output is gone.
  static var isClosed: Bool { state(waiting: 0) & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 }

  /// Returns the events that the system reports for the output, after waiting at most the given number of milliseconds.
  private static func state(waiting milliseconds: Int32) -> Int16 {
    var descriptor = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    let ready = unsafe poll(&descriptor, 1, milliseconds)
    return ready > 0 ? descriptor.revents : 0
  }
}

/// Writes to standard error.
enum StandardError {
  /// Writes one line.
  static func write(_ line: String) {
    ProgressLine.finish()
    try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
  }
}

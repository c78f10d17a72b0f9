import Foundation

/// Writes to standard output; a reader that went away ends the process quietly.
enum StandardOutput {
  /// Lets writes to a closed pipe fail instead of ending the process with a signal.
  static func ignoreClosedPipeSignal() { signal(SIGPIPE, SIG_IGN) }

  /// Writes text at once.
  static func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes bytes at once, all of them.
  static func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { bytes in
        unsafe Foundation.write(STDOUT_FILENO, bytes.baseAddress, bytes.count)
      }
      if written > 0 {
        rest = rest.dropFirst(written)
      } else if errno != EINTR && errno != EAGAIN {
        exit(errno == EPIPE ? 0 : 1)
      }
    }
  }

  /// Tells whether whoever read the output is gone.
  static var isClosed: Bool {
    var descriptor = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    let ready = unsafe poll(&descriptor, 1, 0)
    return ready > 0 && descriptor.revents & Int16(POLLERR) != 0
  }
}

/// Writes to standard error.
enum StandardError {
  /// Writes one line.
  static func write(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}

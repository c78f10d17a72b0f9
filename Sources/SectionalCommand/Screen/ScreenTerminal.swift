import Dispatch
import Foundation

/// The terminal while `watch` shows a screen: keys are read one by one, and frames replace one another.
///
/// A library such as ncurses would take the widths of characters from the C library and show nothing but ASCII in the
/// locale C, which containers and remote shells have. The screen consists of whole lines, so it needs six escape sequences,
/// which are the same in all terminals in use (ECMA-48 and xterm's alternate screen).
@MainActor final class ScreenTerminal {
  private let original: termios
  private let keys: any DispatchSourceRead
  private let resizes: any DispatchSourceSignal

  /// Opens the screen, unless the input or the output is no terminal.
  ///
  /// - Parameters:
  ///   - onBytes: Called on the main queue with what is typed, and with `nil` a moment after it if nothing followed.
  ///   - onResize: Called on the main queue when the terminal has another size.
  init?(onBytes: @escaping @MainActor ([UInt8]) -> Void, onResize: @escaping @MainActor () -> Void)
  {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return nil }
    var settings = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
    original = settings
    // Ctrl-C is read as a key, so that the terminal is restored first.
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    settings.c_iflag &= ~tcflag_t(IXON | ICRNL)
    guard unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) == 0 else { return nil }
    keys = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
    resizes = DispatchSource.makeSignalSource(signal: SIGWINCH, queue: .main)
    keys.setEventHandler {
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = unsafe read(STDIN_FILENO, &bytes, bytes.count)
      MainActor.assumeIsolated { onBytes(count > 0 ? Array(bytes[..<count]) : [0x03]) }
    }
    resizes.setEventHandler { MainActor.assumeIsolated { onResize() } }
    keys.resume()
    resizes.resume()
    StandardOutput.write("\u{1B}[?1049h\u{1B}[?25l")
  }

  /// Leaves the screen as it was before.
  func close() {
    keys.cancel()
    resizes.cancel()
    var settings = original
    _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    StandardOutput.write("\u{1B}[?25h\u{1B}[?1049l")
  }

  /// Returns what shows a frame after another one: only the lines that differ.
  nonisolated static func update(from old: [String], to new: [String]) -> String {
    var text = ""
    for (index, line) in new.enumerated() where !old.indices.contains(index) || old[index] != line {
      text += "\u{1B}[\(index + 1);1H\(line)\u{1B}[K"
    }
    if old.count > new.count { text += "\u{1B}[\(new.count + 1);1H\u{1B}[J" }
    return text
  }

  /// What clears the screen.
  nonisolated static let clearing = "\u{1B}[2J"
}

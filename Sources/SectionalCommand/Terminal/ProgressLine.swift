import Dispatch
import Foundation
import Sectional

/// One line that shows people at a terminal what takes long; it is never written to a file or a pipe.
///
/// It appears after half a second, and whatever is written to the outputs erases it first.
enum ProgressLine {
  private static let delay = Duration.milliseconds(500)
  private static let pace = DispatchTimeInterval.milliseconds(100)
  private static let isPossible = isatty(STDERR_FILENO) == 1

  private struct State {
    var text: String?
    var start = ContinuousClock.now
    var isShown = false
    /// Grows with each line, so that a tick that was scheduled for an earlier one ends.
    var number = 0
  }

  // State: guarded by the lock, which is held while the line is written, so that nothing comes between.
  private static let state = Locked(State())

  /// Begins or continues to show what is being done, such as "reading contacts.sqlite".
  static func show(_ text: String) {
    guard isPossible else { return }
    state.withLock { state in
      let isRunning = state.text != nil
      state.text = TerminalText.printable(text)
      guard !isRunning else { return }
      state.start = .now
      state.number += 1
      tick(state.number)
    }
  }

  /// Erases the line, because what it says is done or because there is something to write.
  static func finish() {
    guard isPossible else { return }
    state.withLock { state in
      if state.isShown { write("\r\u{1B}[K") }
      state.text = nil
      state.isShown = false
    }
  }

  private static func tick(_ number: Int) {
    DispatchQueue.global().asyncAfter(deadline: .now() + pace) {
      if draw(number) { tick(number) }
    }
  }

  /// Draws a line if it is time.
  ///
  /// - Returns: Whether the line isn't finished.
  private static func draw(_ number: Int) -> Bool {
    state.withLock { state in
      guard let text = state.text, state.number == number else { return false }
      let time = state.start.duration(to: .now)
      guard time >= delay else { return true }
      let seconds = time >= .seconds(2) ? " · \(time.components.seconds) s" : ""
      // The line couldn't be erased if it wrapped to another line.
      let width = max(8, (TerminalSize.current(of: STDERR_FILENO)?.width ?? 80) - 1)
      let room = max(1, width - seconds.count)
      write("\r\u{1B}[K\(TerminalText.truncated(text, to: room))\(seconds)")
      state.isShown = true
      return true
    }
  }

  private static func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}

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
    /// What is on the terminal, or `nil` if nothing is.
    var shown: String?
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
      eraseOnInterrupt()
      state.start = .now
      state.number += 1
      tick(state.number)
    }
  }

  /// Erases the line, because what it says is done or because there is something to write.
  static func finish() {
    guard isPossible else { return }
    state.withLock { state in
      if state.shown != nil { write("\r\u{1B}[K") }
      state.text = nil
      state.shown = nil
    }
  }

  /// Has the line erased if Ctrl-C ends the program, unless the program handles that itself.
  private static func eraseOnInterrupt() {
    var action = sigaction()
    guard unsafe sigaction(SIGINT, nil, &action) == 0, action.isDefault else { return }
    signal(SIGINT) { number in
      // Only functions that are safe in a signal handler.
      let erasure: StaticString = "\r\u{1B}[K"
      _ = unsafe Foundation.write(STDERR_FILENO, erasure.utf8Start, erasure.utf8CodeUnitCount)
      signal(number, SIG_DFL)
      raise(number)
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
      let line = TerminalText.truncated(text, to: room) + seconds
      if line != state.shown { write("\r\u{1B}[K\(line)") }
      state.shown = line
      return true
    }
  }

  private static func write(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}

extension sigaction {
  /// Whether the signal has its default effect.
  fileprivate var isDefault: Bool {
    #if canImport(Darwin)
      unsafe __sigaction_u.__sa_handler == nil
    #else
      unsafe __sigaction_handler.sa_handler == nil
    #endif
  }
}

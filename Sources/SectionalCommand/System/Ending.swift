import Dispatch
import Foundation
import Sectional

/// Waits for the end of a program that runs until a signal, a reader that goes away, or a failure ends it.
///
/// Signals are handled from initialization on, so create it before printing anything.
final class Ending {
  private let stream: AsyncStream<StoreError?>
  private let continuation: AsyncStream<StoreError?>.Continuation
  private let signals: any DispatchSourceRead
  private let lookout: Task<Void, Never>

  init() {
    let (stream, continuation) = AsyncStream<StoreError?>.makeStream()
    self.stream = stream
    self.continuation = continuation
    signals = SignalPipe.source(of: [SIGINT, SIGTERM, SIGQUIT, SIGHUP]) {
      continuation.yield(nil)
      // A reader that doesn't read can block the task that writes the last output, so exit regardless.
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) { _exit(0) }
    }
    // A closed pipe only shows when something is written, so check whether the reader is still there.
    lookout = Task {
      while !Task.isCancelled && !StandardOutput.isClosed {
        try? await Task.sleep(for: .milliseconds(500))
      }
      continuation.yield(nil)
    }
  }

  deinit {
    lookout.cancel()
    signals.cancel()
  }

  /// Ends the program.
  func end() { continuation.yield(nil) }

  /// Ends the program with an error.
  func fail(_ error: StoreError) { continuation.yield(error) }

  /// Waits until the program should end.
  ///
  /// - Throws: The error passed to `fail`, if that ended the program.
  func wait() async throws(StoreError) {
    for await failure in stream {
      guard let failure else { return }
      throw failure
    }
  }
}

/// A pipe that a signal handler writes a byte into.
///
/// A signal that arrives before anything waits for it isn't lost, as it can be with a dispatch source of signals.
private enum SignalPipe {
  private static let ends: (reading: Int32, writing: Int32) = {
    var ends: [Int32] = [-1, -1]
    _ = unsafe pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }()

  /// Calls a function after each of the given signals.
  static func source(
    of numbers: [Int32], _ handle: @escaping @Sendable () -> Void
  ) -> any DispatchSourceRead {
    let source = DispatchSource.makeReadSource(fileDescriptor: ends.reading, queue: .global())
    source.setEventHandler {
      var byte: UInt8 = 0
      _ = unsafe read(ends.reading, &byte, 1)
      handle()
    }
    source.resume()
    for number in numbers {
      let earlier = signal(number) { _ in
        var byte: UInt8 = 0
        _ = unsafe write(SignalPipe.ends.writing, &byte, 1)
      }
      // Under nohup, a program goes on when its terminal is closed.
      if number == SIGHUP, let earlier, unsafe unsafeBitCast(earlier, to: Int.self) == 1 {
        signal(number, SIG_IGN)
      }
    }
    return source
  }
}

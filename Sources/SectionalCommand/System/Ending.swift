import Dispatch
import Foundation
import Sectional

/// The end of a program that goes on until it is ended: by a signal, by a reader that went away, or by a failure.
///
/// Signals count from the moment it is made, so it is made before anything is printed.
final class Ending {
  private let stream: AsyncStream<StoreError?>
  private let continuation: AsyncStream<StoreError?>.Continuation
  private let signals: any DispatchSourceRead
  private let lookout: Task<Void, Never>

  init() {
    let (stream, continuation) = AsyncStream<StoreError?>.makeStream()
    self.stream = stream
    self.continuation = continuation
    signals = SignalPipe.source(of: [SIGINT, SIGTERM]) {
      continuation.yield(nil)
      // Whoever should write the end may be held up by a reader that does not read.
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) { _exit(0) }
    }
    // Nothing is told to a writer whose reader went away before it writes, so it has to look.
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

  /// Ends the program with an error.
  func fail(_ error: StoreError) { continuation.yield(error) }

  /// Waits for the end.
  ///
  /// - Throws: The error that ended the program, if one did.
  func wait() async throws(StoreError) {
    for await failure in stream {
      guard let failure else { return }
      throw failure
    }
  }
}

/// A pipe into which a byte is written when a signal comes.
///
/// A signal that comes before somebody waits for it is not lost, as it can be with a source of signals.
private enum SignalPipe {
  private static let ends: (reading: Int32, writing: Int32) = {
    var ends: [Int32] = [-1, -1]
    _ = unsafe pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }()

  /// Calls a function after signals came.
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
      signal(number) { _ in
        var byte: UInt8 = 0
        _ = unsafe write(SignalPipe.ends.writing, &byte, 1)
      }
    }
    return source
  }
}

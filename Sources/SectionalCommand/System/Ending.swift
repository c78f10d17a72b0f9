import Dispatch
import Foundation

/// The ways in which a program that goes on for ever is ended from outside.
enum Ending {
  /// Waits until the process is interrupted or terminated by a signal, or nobody reads its output.
  static func wait() async {
    await withTaskGroup { group in
      group.addTask { await signal(SIGINT) }
      group.addTask { await signal(SIGTERM) }
      group.addTask { await closedOutput() }
      await group.next()
      group.cancelAll()
    }
  }

  private static func signal(_ number: Int32) async {
    Foundation.signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    let stream = AsyncStream<Void> { continuation in
      source.setEventHandler { continuation.yield() }
      source.resume()
    }
    for await _ in stream { break }
    source.cancel()
  }

  /// Nothing is told to a writer whose reader went away before it writes, so it has to look.
  private static func closedOutput() async {
    while !Task.isCancelled && !StandardOutput.isClosed {
      try? await Task.sleep(for: .milliseconds(500))
    }
  }
}

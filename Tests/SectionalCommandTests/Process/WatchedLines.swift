import Foundation
import SectionalTesting
import Testing

/// The lines of a `watch` that is still running, as JSON objects.
final class WatchedLines {
  private let process: SectionalProcess
  // Keep the database, because its file is deleted with it.
  private let database: ScratchDatabase?
  private var buffer = Data()

  init(
    _ database: ScratchDatabase, _ options: [String], _ variables: [String: String] = [:]
  ) throws {
    self.database = database
    process = try SectionalProcess(["watch", database.path] + options, variables)
  }

  /// Watches an existing store.
  init(at store: String, _ options: [String]) throws {
    database = nil
    process = try SectionalProcess(["watch", store] + options)
  }

  /// Waits for the next line.
  func next() throws -> [String: Any] {
    let line = Data(try nextText().utf8)
    return try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
  }

  /// Waits for the next line, and returns it as text.
  func nextText() throws -> String {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = buffer[..<end]
        buffer = Data(buffer[(end + 1)...])
        return String(decoding: line, as: UTF8.self)
      }
      let more = process.output.fileHandleForReading.nextBytes()
      try #require(!more.isEmpty, "the program ended instead of printing a line")
      buffer += more
    }
  }

  /// Waits for the next line of a type, and skips the others.
  func next(ofType type: String) throws -> [String: Any] {
    while true {
      let line = try next()
      if line["type"] as? String == type { return line }
    }
  }

  /// Closes the reading end of the output.
  func close() throws { try process.output.fileHandleForReading.close() }

  /// Sends a signal to the program.
  func send(_ signal: Int32) { kill(process.process.processIdentifier, signal) }

  /// Waits for the end, and returns the exit status.
  func status() -> Int32 {
    process.process.waitUntilExit()
    return process.process.terminationStatus
  }
}

import Foundation
import Sectional

/// A `psql` program that stays open and runs scripts, each as if in a separate session.
///
/// Starting the program and a session for each script would take longer than most scripts do.
final class PostgresSession: Sendable {
  /// The idle sessions, by URL.
  // State: guarded by its lock.
  private static let idle = Locked<[String: [PostgresSession]]>([:])

  // State: owned by the running script; a session without a script is owned by `idle`.
  private let program: ChildProgram

  private init(url: String) throws {
    // A lock that is held for so long will never be released.
    let options = "-c lock_timeout=60s -c client_min_messages=error"
    program = try ChildProgram(
      PostgresProgram.psql + ["-XqAt", "-v", "ON_ERROR_STOP=1", "-d", url, "-f", "-"],
      environment: ["PGOPTIONS": options])
  }

  deinit { try? program.input.fileHandleForWriting.close() }

  /// Runs a script.
  ///
  /// - Parameters:
  ///   - script: The statements.
  ///   - url: The URL of a database.
  /// - Returns: The output of the program, one row per line, with cells separated by bars.
  /// - Throws: ``WriterFailure`` if a statement failed.
  static func run(_ script: String, in url: String) async throws -> String {
    try await Blocking.run { try wait(for: script, in: url) }
  }

  /// Runs a script and waits for it on this thread.
  static func wait(for script: String, in url: String) throws -> String {
    let session = try waiting(for: url) ?? PostgresSession(url: url)
    guard let output = session.output(of: ended(script)) else { throw WriterFailure(sql: script) }
    // Undo the script's changes to its session.
    if session.output(of: "ROLLBACK; DISCARD ALL;") != nil {
      idle.withLock { $0[url, default: []].append(session) }
    }
    return output
  }

  /// Returns a script whose last statement is terminated; after the data of a COPY, it adds nothing.
  private static func ended(_ script: String) -> String {
    let text = script.trimmingCharacters(in: .whitespacesAndNewlines)
    return text.hasSuffix(";") || text.hasSuffix("\\.") ? script : "\(script)\n;"
  }

  /// Ends the idle sessions for a database.
  static func end(for url: String) { idle.withLock { $0[url] = nil } }

  /// Returns an idle session, unless its server has ended it.
  private static func waiting(for url: String) -> PostgresSession? {
    while let session = idle.withLock({ $0[url]?.popLast() }) {
      if session.output(of: "") != nil { return session }
    }
    return nil
  }

  /// Runs statements.
  ///
  /// - Returns: The output of the program, or `nil` if a statement failed, which ends the program.
  private func output(of script: String) -> String? {
    let mark = "end-of-\(UUID().uuidString)\n"
    let ending = Data(mark.utf8)
    // psql flushes its output immediately only after the rows of a query.
    let question = Data("\(script)\nSELECT '\(mark.dropLast())';\n".utf8)
    guard (try? program.input.fileHandleForWriting.write(contentsOf: question)) != nil else {
      return nil
    }
    var output = Data()
    while output.count < ending.count || output.suffix(ending.count) != ending {
      let more = program.output.fileHandleForReading.nextBytes()
      guard !more.isEmpty else { return nil }
      output.append(more)
    }
    return String(decoding: output.dropLast(ending.count), as: UTF8.self)
  }
}

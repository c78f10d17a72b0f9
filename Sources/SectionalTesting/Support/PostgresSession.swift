import Foundation
import Sectional

/// A `psql` program that stays open and runs scripts, each as if in a session of its own.
///
/// To start the program and a session for each script takes longer than most scripts do.
final class PostgresSession: Sendable {
  /// The sessions that wait for a script, by URL.
  // State: guarded by its lock.
  private static let idle = Locked<[String: [PostgresSession]]>([:])

  // State: belongs to the script that runs; one that waits for a script belongs to `idle`.
  private let program: ChildProgram

  private init(url: String) throws {
    // Whoever holds what the SQL needs for so long will never let it go.
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
  /// - Returns: What the program printed: a row a line, cells with bars between.
  /// - Throws: ``WriterFailure`` when a statement failed.
  static func run(_ script: String, in url: String) async throws -> String {
    // Where waiting for the program holds no thread that others need.
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try wait(for: script, in: url) })
      }
    }
  }

  /// Runs a script and waits for it on this thread.
  static func wait(for script: String, in url: String) throws -> String {
    let session = try waiting(for: url) ?? PostgresSession(url: url)
    guard let output = session.output(of: ended(script)) else { throw WriterFailure(sql: script) }
    // What the script did to its session ends with it.
    if session.output(of: "ROLLBACK; DISCARD ALL;") != nil {
      idle.withLock { $0[url, default: []].append(session) }
    }
    return output
  }

  /// Returns a script whose last statement has its end; behind the data of a COPY that is none.
  private static func ended(_ script: String) -> String {
    let text = script.trimmingCharacters(in: .whitespacesAndNewlines)
    return text.hasSuffix(";") || text.hasSuffix("\\.") ? script : "\(script)\n;"
  }

  /// Ends the sessions that wait for scripts for a database.
  static func end(for url: String) { idle.withLock { $0[url] = nil } }

  /// Returns a session that waits for a script, unless its server has ended it.
  private static func waiting(for url: String) -> PostgresSession? {
    while let session = idle.withLock({ $0[url]?.popLast() }) {
      if session.output(of: "") != nil { return session }
    }
    return nil
  }

  /// Runs statements.
  ///
  /// - Returns: What the program printed; `nil` if a statement failed, which ends the program.
  private func output(of script: String) -> String? {
    let mark = "end-of-\(UUID().uuidString)\n"
    let ending = Data(mark.utf8)
    // Behind the rows of a query, and only there, psql writes at once.
    let question = Data("\(script)\nSELECT '\(mark.dropLast())';\n".utf8)
    guard (try? program.input.fileHandleForWriting.write(contentsOf: question)) != nil else {
      return nil
    }
    var output = Data()
    while output.count < ending.count || output.suffix(ending.count) != ending {
      let more = program.output.fileHandleForReading.availableData
      guard !more.isEmpty else { return nil }
      output.append(more)
    }
    return String(decoding: output.dropLast(ending.count), as: UTF8.self)
  }
}

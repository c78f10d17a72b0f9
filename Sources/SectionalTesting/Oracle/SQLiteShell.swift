import Foundation
import Sectional

/// A `sqlite3` program that stays open, to write to a database as a stranger does and to ask for
/// the truth.
///
/// It shares nothing with the library. Every answer is framed by a mark that the program is told to
/// print behind it.
public actor SQLiteShell {
  // State: guarded by the actor, which waits for the program on a queue of its own.
  private nonisolated let queue = SerialQueue(label: "sectional.testing.sqlite3")
  private let program = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var questionNumber = 0

  /// Where waiting for the program blocks.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queue.asUnownedSerialExecutor()
  }

  /// Starts the program on a database; without a path the database lives in memory.
  ///
  /// - Throws: An error when there is no such program.
  public init(path: String = ":memory:") throws {
    program.executableURL = URL(filePath: "/usr/bin/env")
    program.arguments = [
      "sqlite3", "-batch", "-init", "/dev/null", "-noheader", "-list", path,
    ]
    program.standardInput = input
    program.standardOutput = output
    // Errors go the same way as answers, so that both come in the order they happened.
    program.standardError = output
    try program.run()
  }

  deinit {
    // Closing the pipe is not enough: another child process may have inherited its writing end.
    try? input.fileHandleForWriting.write(contentsOf: Data("\n.exit\n".utf8))
    try? input.fileHandleForWriting.close()
  }

  /// Runs statements whose answers don't matter.
  ///
  /// - Throws: ``LawViolation`` with what the program complained about.
  public func execute(_ sql: String) throws(LawViolation) {
    _ = try answer(to: ".output /dev/null\n\(sql)\n;\n.output stdout")
  }

  /// Runs a query.
  ///
  /// - Parameters:
  ///   - expressions: What to read, as SQL expressions.
  ///   - source: The rest of the statement, from behind FROM to its end.
  /// - Returns: The rows, in the order SQLite gives them.
  /// - Throws: ``LawViolation`` with what the program complained about.
  public func rows(
    _ expressions: [String], from source: String
  ) throws(LawViolation) -> [[OracleValue]] {
    let cells = expressions.map(OracleAnswer.exact).joined(separator: ", ")
    return try answer(to: "SELECT '\(OracleAnswer.rowMark)', \(cells) FROM \(source);").rows
  }

  private func answer(to script: String) throws(LawViolation) -> OracleAnswer {
    questionNumber += 1
    let mark = "end-of-answer-\(questionNumber)"
    guard program.isRunning else { throw LawViolation(.oracle, "sqlite3 has ended") }
    do {
      let question = Data("\(script)\n.print \(mark)\n".utf8)
      try input.fileHandleForWriting.write(contentsOf: question)
    } catch {
      throw LawViolation(.oracle, "sqlite3 takes no more input: \(error)")
    }
    let answer = OracleAnswer(try lines(before: mark))
    guard answer.complaints.isEmpty else {
      throw LawViolation(
        .oracle, "sqlite3 says: \(answer.complaints.joined(separator: "\n"))\nabout: \(script)")
    }
    return answer
  }

  /// Reads up to a mark, behind which the program says nothing until it is asked again.
  private func lines(before mark: String) throws(LawViolation) -> [Substring] {
    let ending = Data("\(mark)\n".utf8)
    var answer = Data()
    repeat {
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw LawViolation(.oracle, "sqlite3 ended without an answer") }
      answer.append(more)
    } while !(answer.count >= ending.count && answer.suffix(ending.count) == ending)
    return String(decoding: answer.dropLast(ending.count), as: UTF8.self).split(separator: "\n")
  }
}

import Foundation
import Sectional

/// A database's command-line program that stays open and answers questions.
///
/// The program is told to print a mark after each answer, which ends it.
actor OracleProgram {
  // State: guarded by the actor, which waits for the program on its own queue.
  private nonisolated let queue = SerialQueue(label: "sectional.testing.oracle")
  private nonisolated let name: String
  private let farewell: String
  private let program: ChildProgram
  private var questionNumber = 0

  /// The queue that blocks while the actor waits for the program.
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queue.asUnownedSerialExecutor()
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: The program and its arguments.
  ///   - farewell: The input that ends the program.
  /// - Throws: An error if the program can't be started.
  init(_ arguments: [String], farewell: String) throws {
    name = arguments.first ?? ""
    self.farewell = farewell
    // Errors go to the same pipe as answers, so that they stay in order.
    program = try ChildProgram(arguments, errors: .mixed)
  }

  deinit {
    // Send it in addition to closing the pipe, because an answer may still be in progress.
    try? program.input.fileHandleForWriting.write(contentsOf: Data("\n\(farewell)\n".utf8))
    try? program.input.fileHandleForWriting.close()
  }

  /// Returns the program's answer to a script.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - printing: Returns the input that makes the program print a mark on a separate line.
  /// - Returns: The answer.
  /// - Throws: ``LawViolation`` with the program's error messages.
  func answer(
    to script: String, printing: @Sendable (String) -> String
  ) throws(LawViolation) -> OracleAnswer {
    questionNumber += 1
    let mark = "end-of-answer-\(questionNumber)"
    guard program.process.isRunning else { throw LawViolation(.oracle, "\(name) has ended") }
    do {
      let question = Data("\(script)\n\(printing(mark))\n".utf8)
      try program.input.fileHandleForWriting.write(contentsOf: question)
    } catch {
      throw LawViolation(.oracle, "\(name) takes no more input: \(error)")
    }
    let answer = OracleAnswer(try lines(before: mark))
    guard answer.complaints.isEmpty else {
      throw LawViolation(
        .oracle, "\(name) says: \(answer.complaints.joined(separator: "\n"))\nabout: \(script)")
    }
    return answer
  }

  /// Reads up to a mark, after which the program is silent until the next question.
  private func lines(before mark: String) throws(LawViolation) -> [Substring] {
    let ending = Data("\(mark)\n".utf8)
    var answer = Data()
    repeat {
      let more = program.output.fileHandleForReading.nextBytes()
      guard !more.isEmpty else { throw LawViolation(.oracle, "\(name) ended without an answer") }
      answer.append(more)
    } while !(answer.count >= ending.count && answer.suffix(ending.count) == ending)
    return String(decoding: answer.dropLast(ending.count), as: UTF8.self).split(separator: "\n")
  }
}

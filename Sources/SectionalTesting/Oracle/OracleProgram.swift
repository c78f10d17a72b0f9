import Foundation
import Sectional

/// A database's own program that stays open and answers questions.
///
/// Every answer is framed by a mark that the program is told to print behind it.
actor OracleProgram {
  // State: guarded by the actor, which waits for the program on a queue of its own.
  private nonisolated let queue = SerialQueue(label: "sectional.testing.oracle")
  private nonisolated let name: String
  private let farewell: String
  private let program: ChildProgram
  private var questionNumber = 0

  /// Where waiting for the program blocks.
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queue.asUnownedSerialExecutor()
  }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: The program and its arguments.
  ///   - farewell: What ends it.
  /// - Throws: An error when there is no such program.
  init(_ arguments: [String], farewell: String) throws {
    name = arguments.first ?? ""
    self.farewell = farewell
    // Errors go the same way as answers, so that both come in the order they happened.
    program = try ChildProgram(arguments, errors: .mixed)
  }

  deinit {
    // Said, and not only meant by closing the pipe: an answer may still be under way.
    try? program.input.fileHandleForWriting.write(contentsOf: Data("\n\(farewell)\n".utf8))
    try? program.input.fileHandleForWriting.close()
  }

  /// Returns what the program answers to a script.
  ///
  /// - Parameters:
  ///   - script: The question.
  ///   - printing: Returns what makes the program print a mark on a line of its own.
  /// - Returns: The answer.
  /// - Throws: ``LawViolation`` with what the program complained about.
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

  /// Reads up to a mark, behind which the program says nothing until it is asked again.
  private func lines(before mark: String) throws(LawViolation) -> [Substring] {
    let ending = Data("\(mark)\n".utf8)
    var answer = Data()
    repeat {
      let more = program.output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw LawViolation(.oracle, "\(name) ended without an answer") }
      answer.append(more)
    } while !(answer.count >= ending.count && answer.suffix(ending.count) == ending)
    return String(decoding: answer.dropLast(ending.count), as: UTF8.self).split(separator: "\n")
  }
}

package import Foundation

/// A program that runs as a child, with pipes that no other child inherits.
///
/// A child that is started in the same moment would otherwise keep the ends of the pipes, and whoever waits for the end
/// of the input or the output would wait for it too.
package final class ChildProgram: Sendable {
  package let process: SpawnedProcess
  package let input: Pipe
  package let output: Pipe
  /// Where errors go, if that is asked for.
  package let complaint: Pipe

  /// Where a program's errors go.
  package enum Errors {
    /// Where this process's go.
    case inherited
    /// Where the output goes.
    case mixed
    /// Into a pipe of their own.
    case apart
  }

  /// Held while pipes are made and a child is started.
  private static let starting = NSLock()

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments, behind its name where it is looked for by it.
  ///   - program: Where it is.
  ///   - environment: Variables besides those of this process.
  ///   - errors: Where its errors go.
  /// - Throws: An error when there is no such program.
  package init(
    _ arguments: [String], at program: URL = URL(filePath: "/usr/bin/env"),
    environment: [String: String] = [:], errors: Errors = .inherited
  ) throws {
    signal(SIGPIPE, SIG_IGN)
    ChildProgram.starting.lock()
    defer { ChildProgram.starting.unlock() }
    (input, output, complaint) = (Pipe(), Pipe(), Pipe())
    for pipe in [input, output, complaint] {
      for handle in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
        _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
      }
    }
    let printing = output.fileHandleForWriting.fileDescriptor
    let complaining: Int32? =
      switch errors {
      case .inherited: nil
      case .mixed: printing
      case .apart: complaint.fileHandleForWriting.fileDescriptor
      }
    process = try SpawnedProcess(
      program.path, arguments,
      environment: ProcessInfo.processInfo.environment.merging(environment) { _, new in new },
      files: [input.fileHandleForReading.fileDescriptor, printing, complaining])
    // The child has its own; whoever reads here would otherwise wait for the end of this one.
    try input.fileHandleForReading.close()
    try output.fileHandleForWriting.close()
    try complaint.fileHandleForWriting.close()
  }

  /// Hands the program its whole input and waits for its end.
  ///
  /// - Returns: What it printed, and its status.
  /// - Throws: An error when it takes no input.
  package func finish(_ text: String = "") throws -> (output: String, status: Int32) {
    // Who has failed already takes no more input.
    try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try input.fileHandleForWriting.close()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (String(decoding: printed, as: UTF8.self), process.terminationStatus)
  }
}

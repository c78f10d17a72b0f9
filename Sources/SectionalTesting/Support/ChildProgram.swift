package import Foundation

/// A program that runs as a child process, with pipes that no other child inherits.
///
/// Otherwise, a child that is started at the same moment would keep the ends of the pipes open, and anything that waits
/// for the end of the input or the output would also wait for that child.
package final class ChildProgram: Sendable {
  package let process: SpawnedProcess
  package let input: Pipe
  package let output: Pipe
  /// The pipe for errors, if they have their own.
  package let complaint: Pipe

  /// Where a program's errors go.
  package enum Errors {
    /// To this process's standard error.
    case inherited
    /// To the same pipe as the output.
    case mixed
    /// To a separate pipe.
    case apart
  }

  /// Held while pipes are created and a child is started.
  private static let starting = NSLock()

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: The program's arguments, starting with its name if the program is looked up by name.
  ///   - program: The path of the program.
  ///   - environment: Variables in addition to those of this process.
  ///   - errors: Where the program's errors go.
  /// - Throws: An error if the program can't be started.
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
    // The child has its own copy. This one would keep the pipe from ending for readers here.
    try input.fileHandleForReading.close()
    try output.fileHandleForWriting.close()
    try complaint.fileHandleForWriting.close()
  }

  /// Writes the program's whole input and waits for the program to exit.
  ///
  /// - Returns: The output, and the exit status.
  /// - Throws: An error if the program doesn't accept the input.
  package func finish(_ text: String = "") throws -> (output: String, status: Int32) {
    // A program that has already failed doesn't read its input.
    try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    try input.fileHandleForWriting.close()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (String(decoding: printed, as: UTF8.self), process.terminationStatus)
  }
}

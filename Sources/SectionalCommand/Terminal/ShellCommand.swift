import Foundation

/// A shell command that has the terminal to itself while it runs.
///
/// A `Process` would run in its own process group, which may not read from the terminal, and `popen` isn't available to
/// Swift on macOS.
struct ShellCommand: Sendable {
  /// The command line.
  let command: String
  /// The command's environment variables.
  let environment: [String: String]

  /// The shell that exists on every system.
  private static let shell = "/bin/sh"

  /// The exit code of a shell that didn't find the command.
  static let notFound: Int32 = 127

  /// Pipes `text` to the command and returns its exit code, or `nil` if it couldn't run.
  func run(readingFrom text: String) -> Int32? {
    let pipe = Pipe()
    guard let process = spawn(readingFrom: pipe) else { return nil }
    // Ignore interrupts only after the command has started. Otherwise it would inherit that.
    return IgnoredSignals.during([SIGPIPE, SIGINT, SIGQUIT]) {
      try? pipe.fileHandleForReading.close()
      try? pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
      try? pipe.fileHandleForWriting.close()
      return Self.exitCode(of: process)
    }
  }

  /// Starts the command with `pipe` as its standard input.
  private func spawn(readingFrom pipe: Pipe) -> pid_t? {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    let (reading, writing) = (pipe.fileHandleForReading, pipe.fileHandleForWriting)
    unsafe posix_spawn_file_actions_adddup2(&actions, reading.fileDescriptor, STDIN_FILENO)
    unsafe posix_spawn_file_actions_addclose(&actions, writing.fileDescriptor)
    return unsafe withCStrings { arguments, environment in
      var process = pid_t()
      let error = unsafe posix_spawn(&process, Self.shell, &actions, nil, arguments, environment)
      return error == 0 ? process : nil
    }
  }

  /// Passes the arguments and the environment to `body` in the form that the system takes them.
  private func withCStrings<Result>(
    _ body: (_ arguments: CStrings, _ environment: CStrings) -> Result
  ) -> Result {
    let arguments = unsafe Self.copies(of: [Self.shell, "-c", command])
    let environment = unsafe Self.copies(of: environment.map { "\($0)=\($1)" })
    defer { unsafe Self.release(arguments + environment) }
    return unsafe body(arguments, environment)
  }

  /// Copies `strings` to memory that the caller must free.
  private static func copies(of strings: [String]) -> CStrings {
    unsafe strings.map { unsafe strdup($0) } + [nil]
  }

  /// Frees the memory of `strings`.
  private static func release(_ strings: CStrings) {
    for index in unsafe strings.indices { unsafe free(strings[index]) }
  }

  /// Strings in the form that the system takes them, with `nil` after the last.
  private typealias CStrings = [UnsafeMutablePointer<CChar>?]

  /// Waits for the end of `process` and returns its exit code.
  ///
  /// As in a shell, 128 and above stand for the signal that ended it.
  private static func exitCode(of process: pid_t) -> Int32? {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) == -1 {
      guard errno == EINTR else { return nil }
    }
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }
}

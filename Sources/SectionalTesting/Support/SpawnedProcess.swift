package import Foundation
import Sectional

/// A child process, started without Foundation's `Process`.
///
/// On Linux, `Process` lists the open files before it starts a program, and copies each entry of the list with the size
/// of the longest name. If a thousand files are open, that reads past the end of the memory (swift-corelibs-foundation,
/// `Process.run`, seen as a crash in `memcpy`).
package final class SpawnedProcess: Sendable {
  package let processIdentifier: pid_t
  // State: guarded by its lock. The system returns the status of a process only once.
  private let status = Locked<Int32?>(nil)

  #if !canImport(Darwin)
    private typealias CloseFrom =
      @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

    /// The function that closes all files from one on in a child.
    ///
    /// The module of the C library omits it.
    private static var closeFrom: CloseFrom? {
      unsafe dlsym(dlopen(nil, RTLD_NOW), "posix_spawn_file_actions_addclosefrom_np")
        .map { unsafe unsafeBitCast($0, to: CloseFrom.self) }
    }
  #endif

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: The path of the program.
  ///   - arguments: The program's arguments.
  ///   - environment: All environment variables of the program.
  ///   - files: The descriptors for standard input, output and errors, or `nil` for those of this process.
  /// - Throws: An error if the program can't be started.
  package init(
    _ path: String, _ arguments: [String], environment: [String: String], files: [Int32?]
  ) throws {
    #if canImport(Darwin)
      var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?) = (nil, nil)
    #else
      var (actions, attributes) = unsafe (posix_spawn_file_actions_t(), posix_spawnattr_t())
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    for (target, file) in files.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, file ?? Int32(target), Int32(target))
    }
    // The child must not inherit any other file, which would keep the end of a pipe open that something waits for.
    #if canImport(Darwin)
      let closesFiles = Int16(POSIX_SPAWN_CLOEXEC_DEFAULT)
    #else
      let closesFiles: Int16 = 0
      _ = unsafe SpawnedProcess.closeFrom?(&actions, 3)
    #endif
    // Dispatch threads block signals, and this process ignores closed pipes. The child starts with the defaults.
    var (none, broken) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&none)
    unsafe sigemptyset(&broken)
    unsafe sigaddset(&broken, SIGPIPE)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &broken)
    unsafe posix_spawnattr_setflags(
      &attributes, closesFiles | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    var words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup("\($0)=\($1)") } + [nil]
    defer {
      for place in unsafe words.indices { unsafe free(words[place]) }
      for place in unsafe variables.indices { unsafe free(variables[place]) }
    }
    var identifier: pid_t = 0
    let result = unsafe posix_spawn(
      &identifier, path, &actions, &attributes, &words, &variables)
    guard result == 0 else { throw CocoaError(.executableLoad) }
    processIdentifier = identifier
  }

  deinit {
    // Until it is waited for, a process that has ended stays in the system's process table.
    guard status.withLock({ $0 }) == nil else { return }
    DispatchQueue.global().async { [processIdentifier] in
      var status: Int32 = 0
      unsafe waitpid(processIdentifier, &status, 0)
    }
  }

  /// Whether the process is still running.
  package var isRunning: Bool {
    status.withLock { status in
      guard status == nil else { return false }
      var ended: Int32 = 0
      guard unsafe waitpid(processIdentifier, &ended, WNOHANG) == processIdentifier else {
        return true
      }
      status = ended
      return false
    }
  }

  /// Waits until the process ends.
  package func waitUntilExit() {
    // Poll, because only one of two waiting threads would be handed the status.
    while isRunning { usleep(2000) }
  }

  /// The exit status of the process, or the number of the signal that ended it.
  package var terminationStatus: Int32 {
    let status = status.withLock { $0 ?? 0 }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : status & 0x7F
  }
}

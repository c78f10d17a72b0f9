import Foundation
import Sectional
import SectionalCSQLite

/// The connections of this process, by the path of their files.
///
/// If a file is put in place of another one beside its log, connections to both share one memory. SQLite doesn't know
/// that, because it counts connections by file, and closes the memory with the last connection to the earlier file. That
/// drops the locks of this process on the memory, also those of the connections to the later file
/// (https://www.sqlite.org/howtocorrupt.html, 2.2). The next program that opens the file would then empty the memory,
/// and reading it would end this process.
enum OpenConnections {
  // State: guarded by its lock.
  private static let paths = Locked([String: ConnectionsAtPath]())

  /// Notes a connection, before it reads.
  static func add(to file: FileIdentity, at path: String) {
    with(path) { $0.add(file) }
  }

  /// Closes a connection; or, if it shares its memory with connections to a later file, when those are closed or the memory
  /// is removed.
  ///
  /// Nobody may use the connection anymore, and nothing of it may need something else that ends.
  ///
  /// - Parameters:
  ///   - pointer: The connection.
  ///   - file: Its file.
  ///   - path: The path at which it was noted.
  ///   - memory: The memory that it shares, if any.
  static func close(
    _ pointer: OpaquePointer, to file: FileIdentity, at path: String, sharing memory: FileIdentity?
  ) {
    let connection = unsafe UnusedConnection(pointer, file: file, memory: memory)
    with(path) { $0.close(connection) }
  }

  private static func with(_ path: String, _ body: (ConnectionsAtPath) -> Void) {
    let connections = paths.withLock { paths in
      let found = paths[path] ?? ConnectionsAtPath(memory: path + "-shm")
      paths[path] = found
      found.users += 1
      return found
    }
    connections.run(body)
    paths.withLock { paths in
      connections.users -= 1
      if connections.users == 0, connections.isEmpty { paths[path] = nil }
    }
  }
}

/// The connections to the files that a path led to.
///
/// @unchecked: `users` is guarded by the lock of the dictionary that it is in, and everything else by its own, which is held
/// while connections are closed, so that nobody begins to use the memory in between. `isEmpty` is asked for while no call is
/// running and the lock of the dictionary lets none begin.
private final class ConnectionsAtPath: @unchecked Sendable {
  /// The number of calls that are running.
  var users = 0
  private let memoryPath: String
  private let lock = NSLock()
  /// The number of connections that are in use, by file.
  private var counts: [FileIdentity: Int] = [:]
  private var waiting: [UnusedConnection] = []

  var isEmpty: Bool { counts.isEmpty && waiting.isEmpty }

  init(memory path: String) { memoryPath = path }

  func run(_ body: (ConnectionsAtPath) -> Void) {
    lock.lock()
    defer { lock.unlock() }
    body(self)
  }

  func add(_ file: FileIdentity) {
    closeUnneeded()
    counts[file, default: 0] += 1
  }

  func close(_ connection: UnusedConnection) {
    counts[connection.file] = counts[connection.file].flatMap { $0 > 1 ? $0 - 1 : nil }
    waiting.append(connection)
    closeUnneeded()
  }

  /// Closes those that wait, unless closing them would drop locks of others.
  ///
  /// Of several connections to a file, only the last one closes the memory.
  private func closeUnneeded() {
    var kept: [UnusedConnection] = []
    for connection in waiting {
      let hasOthers = counts.keys.contains { $0 != connection.file }
      let isLast =
        counts[connection.file] == nil && !kept.contains { $0.file == connection.file }
      if hasOthers, isLast, connection.memory?.isFile(at: memoryPath) == true {
        kept.append(connection)
      } else {
        connection.close()
      }
    }
    waiting = kept
  }
}

/// A connection that nobody uses.
///
/// @unchecked: whoever made it gives up the connection, and the lock that guards it orders its closing after that.
@safe private struct UnusedConnection: @unchecked Sendable {
  private let pointer: OpaquePointer
  let file: FileIdentity
  /// The memory that it shares with others.
  let memory: FileIdentity?

  init(_ pointer: OpaquePointer, file: FileIdentity, memory: FileIdentity?) {
    unsafe self.pointer = pointer
    (self.file, self.memory) = (file, memory)
  }

  func close() { unsafe sqlite3_close_v2(pointer) }
}

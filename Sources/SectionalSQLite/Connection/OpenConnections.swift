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

  /// Notes a connection, before it reads; the path is `nil` for a database in memory.
  static func add(to file: FileIdentity, at path: String?) {
    guard let path else { return }
    paths.withLock { $0[path, default: ConnectionsAtPath()].counts[file, default: 0] += 1 }
  }

  /// Closes a connection; or, if it shares the memory with connections to a later file, when those are closed.
  ///
  /// Nobody may use the connection anymore, and nothing of it may need something else that ends.
  static func close(
    _ pointer: OpaquePointer, to file: FileIdentity, at path: String?, sharesMemory: Bool
  ) {
    let connection = unsafe UnusedConnection(pointer)
    guard let path else { return connection.close() }
    let closing = paths.withLock { paths in
      let closing = paths[path]?.close(connection, to: file, sharesMemory: sharesMemory)
      if paths[path]?.counts.isEmpty == true { paths[path] = nil }
      return closing ?? [connection]
    }
    for connection in closing { connection.close() }
  }
}

/// The connections to the files that a path led to.
private struct ConnectionsAtPath {
  /// The number of connections that are in use, by file.
  var counts: [FileIdentity: Int] = [:]
  private var waiting: [UnusedConnection] = []

  /// Returns the connections that are to be closed when one isn't used anymore.
  mutating func close(
    _ connection: UnusedConnection, to file: FileIdentity, sharesMemory: Bool
  ) -> [UnusedConnection] {
    counts[file] = counts[file].flatMap { $0 > 1 ? $0 - 1 : nil }
    guard counts.keys.contains(where: { $0 != file }) else {
      defer { if counts.isEmpty { waiting = [] } }
      return counts.isEmpty ? waiting + [connection] : [connection]
    }
    guard sharesMemory else { return [connection] }
    waiting.append(connection)
    return []
  }
}

/// A connection that nobody uses.
///
/// @unchecked: whoever made it gives up the connection, and the lock that guards it orders its closing after that.
@safe private struct UnusedConnection: @unchecked Sendable {
  private let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

  func close() { unsafe sqlite3_close_v2(pointer) }
}

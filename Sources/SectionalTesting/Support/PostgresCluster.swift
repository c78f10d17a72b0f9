import Foundation

/// A throwaway PostgreSQL server, started by a script of the package and stopped with this object or this process.
package final class PostgresCluster: Sendable {
  /// The URL of its first database.
  package let url: String
  private let program: ChildProgram

  /// Starts a server with the script of the package that a source file belongs to.
  ///
  /// - Parameter file: The path of the source file, by default this one's.
  /// - Throws: ``LawViolation`` if no server can be started.
  package init(inPackageOf file: String = #filePath) throws {
    var folder = URL(filePath: file)
    var script = folder
    repeat {
      folder.deleteLastPathComponent()
      script = folder.appending(path: ".ci/cluster")
    } while !FileManager.default.fileExists(atPath: script.path) && folder.pathComponents.count > 1
    program = try ChildProgram([], at: script)
    url = PostgresCluster.line(from: program.output.fileHandleForReading)
    guard url.hasPrefix("postgres:") else {
      throw LawViolation(.oracle, "PostgreSQL isn't installed; make setup installs it")
    }
  }

  deinit { try? program.input.fileHandleForWriting.close() }

  /// Runs a command that stops, starts, restarts or kills the server, and waits until it is done.
  package func perform(_ command: String) throws {
    try program.input.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
    guard PostgresCluster.line(from: program.output.fileHandleForReading) == command else {
      throw LawViolation(.oracle, "the server did not \(command)")
    }
  }

  /// Reads byte by byte, so as not to consume anything after the line.
  private static func line(from handle: FileHandle) -> String {
    var line = Data()
    while let byte = try? handle.read(upToCount: 1), let first = byte.first, first != 0x0A {
      line.append(first)
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// The server that tests share: the one that `DATABASE_URL` names, or a throwaway one.
  package static let shared = Result { try SharedServer() }

  /// A server with its URL.
  package struct SharedServer: Sendable {
    /// The URL of a database in which databases can be created.
    package let url: String
    /// The cluster, or `nil` if `DATABASE_URL` names the server.
    package let cluster: PostgresCluster?

    init() throws {
      let known = ProcessInfo.processInfo.environment["DATABASE_URL"]
      cluster = known == nil ? try PostgresCluster() : nil
      url = known ?? cluster?.url ?? ""
    }
  }
}

import Foundation

/// A throwaway PostgreSQL server, made by a script of the package and gone with this object or this process.
package final class PostgresCluster: Sendable {
  /// The URL of its first database.
  package let url: String
  private let program: ChildProgram

  /// Starts a server of the package that a source file belongs to.
  ///
  /// - Parameter file: The path of the source file, by default this one's.
  /// - Throws: ``LawViolation`` when there is no server to start.
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
      throw LawViolation(.oracle, "there is no PostgreSQL server; make setup installs it")
    }
  }

  deinit { try? program.input.fileHandleForWriting.close() }

  /// Stops, starts, restarts or kills the server; returns when that is done.
  package func perform(_ command: String) throws {
    try program.input.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
    guard PostgresCluster.line(from: program.output.fileHandleForReading) == command else {
      throw LawViolation(.oracle, "the server did not \(command)")
    }
  }

  /// Reads byte by byte, so that nothing behind the line is taken along.
  private static func line(from handle: FileHandle) -> String {
    var line = Data()
    while let byte = try? handle.read(upToCount: 1), let first = byte.first, first != 0x0A {
      line.append(first)
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// The server that tests share: the one that `DATABASE_URL` names, or one of their own.
  package static let shared = Result { try SharedServer() }

  /// A server with its URL.
  package struct SharedServer: Sendable {
    /// The URL of a database in which databases can be made.
    package let url: String
    /// The server's script; nothing where the server is somebody else's.
    package let cluster: PostgresCluster?

    init() throws {
      let known = ProcessInfo.processInfo.environment["DATABASE_URL"]
      cluster = known == nil ? try PostgresCluster() : nil
      url = known ?? cluster?.url ?? ""
    }
  }
}

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
  package init(inPackageOf file: String = #filePath) async throws {
    var folder = URL(filePath: file)
    var script = folder
    repeat {
      folder.deleteLastPathComponent()
      script = folder.appending(path: ".ci/cluster")
    } while !FileManager.default.fileExists(atPath: script.path) && folder.pathComponents.count > 1
    let program = try ChildProgram([], at: script)
    self.program = program
    url = try await Blocking.run {
      PostgresCluster.line(from: program.output.fileHandleForReading)
    }
    guard url.hasPrefix("postgres:") else {
      throw LawViolation(.oracle, "PostgreSQL isn't installed; make setup installs it")
    }
  }

  deinit { try? program.input.fileHandleForWriting.close() }

  /// Runs a command that stops, starts, restarts or kills the server, and waits until it is done.
  package func perform(_ command: String) async throws {
    let answer = try await Blocking.run { [program] in
      try program.input.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
      return PostgresCluster.line(from: program.output.fileHandleForReading)
    }
    guard answer == command else { throw LawViolation(.oracle, "the server did not \(command)") }
  }

  /// Reads byte by byte, so as not to consume anything after the line.
  private static func line(from handle: FileHandle) -> String {
    var line = Data()
    while let byte = try? handle.read(upToCount: 1), let first = byte.first, first != 0x0A {
      line.append(first)
    }
    return String(decoding: line, as: UTF8.self)
  }

  private static let starting = Task { try await SharedServer() }

  /// Returns the server that tests share: the one that `DATABASE_URL` names, or a throwaway one.
  ///
  /// - Throws: ``LawViolation`` if there is none and none can be started.
  package static func shared() async throws -> SharedServer { try await starting.value }

  /// A server with its URL.
  package struct SharedServer: Sendable {
    /// The URL of a database in which databases can be created.
    package let url: String
    /// Whether the server isn't thrown away after the tests, and others may write to it.
    package let isForeign: Bool
    private let cluster: PostgresCluster?

    init() async throws {
      let variables = ProcessInfo.processInfo.environment
      isForeign = variables["DATABASE_URL"] != nil
      // What runs several processes of tests starts one throwaway server for all of them.
      if let known = variables["DATABASE_URL"] ?? variables["SECTIONAL_TEST_SERVER"] {
        (url, cluster) = (known, nil)
      } else {
        let started = try await PostgresCluster()
        (url, cluster) = (started.url, started)
      }
    }
  }
}

import Foundation
import SectionalTesting

/// Runs the real `sectional` program with a cache folder that is deleted with this object.
final class CachingCommand: Sendable {
  /// The user's cache folder.
  let home: URL

  init() throws {
    home = FileManager.default.temporaryDirectory.appending(
      path: "sectional-caches-\(UUID().uuidString)/home")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: home.deletingLastPathComponent()) }

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - arguments: Its arguments.
  ///   - variables: Variables of its environment in addition to those of this process.
  /// - Returns: The program.
  /// - Throws: An error if the program can't be started.
  func start(_ arguments: [String], _ variables: [String: String] = [:]) throws -> ChildProgram {
    try ChildProgram(
      arguments, at: SectionalProcess.productsFolder.appending(path: "sectional"),
      environment: variables.merging(["XDG_CACHE_HOME": home.path]) { given, _ in given },
      errors: .apart)
  }

  /// Runs the program until it ends.
  func run(
    _ arguments: [String], _ variables: [String: String] = [:]
  ) throws -> SectionalProcess.Outcome {
    let program = try start(arguments, variables)
    let (output, status) = try program.finish()
    let complaint = try program.complaint.fileHandleForReading.readToEnd() ?? Data()
    return SectionalProcess.Outcome(
      status: status, output: output, complaint: String(decoding: complaint, as: UTF8.self))
  }

  /// Runs the program until it ends.
  func run(_ arguments: String...) throws -> SectionalProcess.Outcome { try run(arguments) }

  /// The paths of all files in the folder above the user's, relative to it.
  var files: [String] {
    let above = home.deletingLastPathComponent().path
    return (FileManager.default.enumerator(atPath: above)?.compactMap { $0 as? String } ?? [])
      .filter { path in
        let attributes = try? FileManager.default.attributesOfItem(atPath: above + "/" + path)
        return attributes?[.type] as? FileAttributeType == .typeRegular
      }
  }

  /// The folder of the program's own caches.
  var folder: String { home.path + "/sectional" }
}

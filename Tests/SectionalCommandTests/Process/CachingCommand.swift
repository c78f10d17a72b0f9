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
  func start(_ arguments: [String]) throws -> ChildProgram {
    try ChildProgram(
      arguments, at: SectionalProcess.productsFolder.appending(path: "sectional"),
      environment: ["XDG_CACHE_HOME": home.path], errors: .apart)
  }

  /// Runs the program until it ends.
  func run(_ arguments: String...) throws -> SectionalProcess.Outcome {
    let program = try start(arguments)
    let printed = try program.output.fileHandleForReading.readToEnd() ?? Data()
    let complained = try program.complaint.fileHandleForReading.readToEnd() ?? Data()
    program.process.waitUntilExit()
    return SectionalProcess.Outcome(
      status: program.process.terminationStatus, output: String(decoding: printed, as: UTF8.self),
      complaint: String(decoding: complained, as: UTF8.self))
  }

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

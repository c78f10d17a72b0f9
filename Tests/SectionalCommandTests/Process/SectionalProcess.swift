import Foundation
import SectionalTesting

/// A run of the real `sectional` program.
final class SectionalProcess {
  /// The output of a finished run, and its exit status.
  struct Outcome {
    let status: Int32
    let output: String
    let complaint: String

    /// The lines of standard output as JSON objects.
    var objects: [[String: Any]] {
      output.split(separator: "\n").compactMap {
        try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
      }
    }
  }

  private let program: ChildProgram
  var process: SpawnedProcess { program.process }
  var output: Pipe { program.output }

  /// Starts the program, which is next to the tests, with variables in addition to those of this process.
  init(_ arguments: [String], _ variables: [String: String] = [:]) throws {
    program = try ChildProgram(
      arguments, at: SectionalProcess.productsFolder.appending(path: "sectional"),
      environment: variables, errors: .apart)
  }

  /// Waits for the end, and returns the output.
  func finish() throws -> Outcome {
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    let complained = try program.complaint.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: String(decoding: printed, as: UTF8.self),
      complaint: String(decoding: complained, as: UTF8.self))
  }

  /// Runs the program until it ends.
  static func run(_ arguments: String...) throws -> Outcome {
    try SectionalProcess(arguments).finish()
  }

  /// The folder of the build products, in which the tests are a bundle on macOS.
  static var productsFolder: URL {
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    while !FileManager.default.fileExists(atPath: folder.appending(path: "sectional").path),
      folder.path != "/"
    {
      folder.deleteLastPathComponent()
    }
    return folder
  }
}

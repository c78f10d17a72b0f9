import Foundation
import SectionalTesting

/// The library that makes calls to the system go wrong in a program that it is loaded into; Linux only.
///
/// `Tests/FaultySystem/faulty_system.c` says what its variables mean. It is compiled here and not by the package, because
/// the package's users would see it among the products.
struct FaultySystem {
  /// What goes wrong, and so which calls are counted.
  enum Fault: String, CaseIterable { case fail, full, shorten, delay, kill, clock }

  private let folder: URL
  private let library: String

  /// Compiles the library.
  ///
  /// - Throws: ``LawViolation`` with what the compiler says.
  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "faulty-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    library = folder.appending(path: "faulty.so").path
    let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../FaultySystem/faulty_system.c").standardizedFileURL.path
    let compiler = try ChildProgram(
      ["clang", "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o", library, source],
      errors: .mixed)
    let (output, status) = try compiler.finish()
    guard status == 0 else { throw LawViolation(.oracle, output) }
  }

  /// Removes the library.
  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Returns the variables with which a program's calls go wrong.
  ///
  /// - Parameters:
  ///   - fault: What goes wrong.
  ///   - path: The folder of the files that the calls concern.
  ///   - first: The number of the first call that goes wrong, counted from 1.
  ///   - count: How many calls go wrong in a row.
  /// - Returns: The variables.
  func variables(
    _ fault: Fault, in path: String, from first: Int, count: Int
  ) -> [String: String] {
    [
      "LD_PRELOAD": library, "FAULT": fault.rawValue, "FAULT_FOLDER": path,
      "FAULT_FIRST": "\(first)", "FAULT_COUNT": "\(count)", "FAULT_REPORT": report,
    ]
  }

  /// The number of calls that the last program could choose from; 0 if none has ended by itself.
  var calls: Int {
    let text = try? String(contentsOfFile: report, encoding: .utf8)
    return text.flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? 0
  }

  private var report: String { folder.appending(path: "calls").path }
}

import FaultyFiles
import Foundation
import SectionalTesting

/// A folder in which chosen calls to the system go wrong.
struct FaultyFolder: ~Copyable {
  private let choice: Int32

  /// Chooses calls.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - first: The number of the first call that goes wrong, counted from 1.
  ///   - count: How many calls go wrong in a row.
  ///   - fault: What goes wrong, and so which calls are counted.
  /// - Throws: ``LawViolation`` if too many folders are faulty at the same time.
  init(_ path: String, from first: Int, count: Int, _ fault: sectional_fault) throws {
    choice = unsafe sectional_faults_arm(path, first, count, fault)
    guard choice >= 0 else { throw LawViolation(.oracle, "too many folders are faulty") }
  }

  deinit { sectional_faults_disarm(choice) }

  /// How many calls there were to choose from.
  var calls: Int { sectional_faults_calls(choice) }

  /// Lets calls go wrong before any connection of the process is opened that could be concerned.
  static let isInstalled = sectional_faults_install() == 0

  /// Returns the paths of the process's open files in a folder; none where the system doesn't list them.
  static func openFiles(in folder: String) -> [String] {
    #if os(Linux)
      let descriptors = "/proc/self/fd"
      let names = (try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? []
      return names.compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\($0)")
      }.filter { $0.hasPrefix(folder) }
    #else
      return []
    #endif
  }
}

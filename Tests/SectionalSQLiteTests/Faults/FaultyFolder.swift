import FaultyFiles
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
}

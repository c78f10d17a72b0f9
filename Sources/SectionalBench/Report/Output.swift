import Foundation

/// Writes the program's output.
enum Output {
  /// Writes to standard output.
  static func write(_ text: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }

  /// Writes one line to standard error.
  static func complain(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data("sectional-bench: \(line)\n".utf8))
  }
}

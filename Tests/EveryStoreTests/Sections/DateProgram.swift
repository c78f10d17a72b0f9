import Foundation
import SectionalTesting

/// Asks the `date` program for calendar dates in a time zone.
enum DateProgram {
  /// Returns the days, weeks, months and years of some seconds since 1970, in ISO 8601 form.
  ///
  /// - Throws: ``LawViolation`` if the program doesn't exist or its output is incomplete.
  static func parts(of seconds: [Int], in zone: String) throws -> [[String]] {
    let scratch = try ScratchDatabase()
    let input = scratch.folder.appending(path: "seconds.txt")
    try Data(seconds.map { "@\($0)\n" }.joined().utf8).write(to: input)
    let program = try ChildProgram([
      "TZ=\(zone)", "LC_ALL=C", "date", "-f", input.path, "+%Y-%m-%d %G-W%V %Y-%m %Y",
    ])
    let lines = try program.finish().output.split(separator: "\n")
    guard lines.count == seconds.count else { throw LawViolation(.oracle, "date said too little") }
    return lines.map { $0.split(separator: " ").map(String.init) }
  }
}

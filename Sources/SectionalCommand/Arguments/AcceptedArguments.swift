import Foundation
import Sectional
import SectionalComparison

extension AcceptedDifferences {
  /// Reads the causes that `--accept` and the files of `--accept-from` name.
  ///
  /// - Throws: ``UsageError`` if a file can't be read, or `StoreError` if there is no such cause.
  init(_ arguments: Arguments) throws {
    self.init()
    try add(arguments.values(of: .accept), "--accept")
    for path in arguments.values(of: .acceptFrom) {
      guard let data = FileManager.default.contents(atPath: path),
        let text = String(validating: data, as: UTF8.self)
      else { throw UsageError("--accept-from: can't read \(path); name a text file") }
      // Some editors begin a file with a byte order mark.
      let content =
        text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
      let lines = content.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      for (number, line) in lines.enumerated() {
        let cause = AcceptedDifferences.withoutComment(line).trimmingCharacters(in: .whitespaces)
        if !cause.isEmpty { try add([cause], "--accept-from: \(path), line \(number + 1)") }
      }
    }
  }

  /// Returns a line without a comment, which begins with a number sign at the line's beginning or after a space.
  private static func withoutComment(_ line: Substring) -> Substring {
    var isAfterSpace = true
    let scalars = line.unicodeScalars
    for index in scalars.indices {
      if scalars[index] == "#", isAfterSpace { return line[..<index] }
      isAfterSpace = scalars[index].properties.isWhitespace
    }
    return line
  }

  private mutating func add(_ causes: [String], _ place: String) throws {
    do { entries += try AcceptedDifferences(causes).entries } catch {
      throw UsageError("\(place): \(error.message)")
    }
  }
}

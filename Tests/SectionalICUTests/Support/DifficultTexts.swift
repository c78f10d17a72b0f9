import Foundation

/// The texts of the fixture that is named after them.
enum DifficultTexts {
  /// The texts, in the order of the file; the empty one is among them, null isn't.
  static var all: [String] {
    get throws {
      let package = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      let text = try String(
        contentsOf: package.appending(path: "Fixtures/difficult.csv"), encoding: .utf8)
      return records(text).dropFirst().compactMap(\.last).compactMap { $0 }
    }
  }

  /// Returns the fields of comma-separated values; one that is empty and not quoted is null.
  private static func records(_ text: String) -> [[String?]] {
    var (records, fields): ([[String?]], [String?]) = ([], [])
    var field = ""
    var (isQuoted, wasQuoted) = (false, false)
    func value() -> String? { field.isEmpty && !wasQuoted ? nil : field }
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"":
        // Two quotes inside of a quoted field stand for one.
        if !isQuoted, wasQuoted { field.unicodeScalars.append(scalar) }
        (isQuoted, wasQuoted) = (!isQuoted, true)
      case "," where !isQuoted, "\n" where !isQuoted:
        fields.append(value())
        (field, wasQuoted) = ("", false)
        if scalar == "\n" {
          records.append(fields)
          fields = []
        }
      default: field.unicodeScalars.append(scalar)
      }
    }
    return records
  }
}

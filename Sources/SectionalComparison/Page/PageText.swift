import Foundation
import Sectional

/// Values as the page shows them.
enum PageText {
  /// The most characters of a value; the rest is left out.
  private static let longest = 300

  /// Returns a value as text, or `nil` for null.
  static func text(_ value: StoredValue?) -> String? {
    switch value {
    case nil, .null: nil
    case .integer(let integer): String(integer)
    case .real(let real): "\(real)"
    case .text(let text): shortened(text)
    case .malformedText(let bytes): shortened(String(decoding: bytes, as: UTF8.self))
    case .blob(let bytes):
      "x'" + bytes.prefix(24).map { String(format: "%02x", $0) }.joined()
        + (bytes.count > 24 ? "…" : "") + "'"
    }
  }

  /// Returns a key as text.
  static func text(of key: RowKey) -> String {
    key.values.map { text($0) ?? "NULL" }.joined(separator: " / ")
  }

  /// Returns a section's name.
  static func name(of section: StoredValue?) -> String? {
    section.map { text($0) ?? "NULL" }
  }

  private static func shortened(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > longest else { return text }
    return String(String.UnicodeScalarView(scalars.prefix(longest))) + "…"
  }
}

import Foundation
import Sectional

/// One `--sort COLUMN[:asc|:desc][:COLLATION]`.
///
/// The words are read from the end, so a column's name can contain colons. It can also be a JSON string.
struct SortArgument {
  let key: SortKey<StoredRow>

  init(_ text: String) throws {
    var words = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    var collation = TextCollation.binary
    var isReversed = false
    if words.count > 1, let named = try SortArgument.collation(words[words.count - 1]) {
      collation = named
      words.removeLast()
    }
    if words.count > 1, ["asc", "desc"].contains(words[words.count - 1].lowercased()) {
      isReversed = words.removeLast().lowercased() == "desc"
    }
    let column = ColumnNames.name(words.joined(separator: ":"))
    guard !column.isEmpty else {
      throw UsageError("--sort needs a column: --sort name:desc:caseInsensitive")
    }
    key = SortKey(.column(column), order: isReversed ? .reverse : .forward, collation: collation)
  }

  /// Returns the argument that sorts by a column in ascending order.
  static func text(of column: String) -> String {
    guard column.contains(":") || column.hasPrefix("\"") else { return column }
    var writer = JSONWriter()
    writer.string(column)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static func collation(_ word: String) throws -> TextCollation? {
    switch word.lowercased() {
    case "binary": return .binary
    case "caseinsensitive", "case-insensitive", "nocase": return .caseInsensitive
    case "folded": return .folded
    case "localized":
      throw UsageError("localized needs a locale: --sort \"name:localized(sv)\"")
    default:
      guard word.lowercased().hasPrefix("localized("), word.hasSuffix(")") else { return nil }
      return try LocaleArgument(word.dropFirst("localized(".count).dropLast()).collation()
    }
  }
}

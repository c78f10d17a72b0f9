import Foundation
import Sectional

/// One `--sort COLUMN[:asc|:desc][:COLLATION]`.
///
/// The words are read from the end, so a column's name can contain colons.
struct SortArgument {
  let key: SortKey<StoredRow>

  /// The names of the collations.
  ///
  /// The first name of each collation is the one that is printed.
  static let collationNames = ["binary", "caseInsensitive"]

  init(_ text: String) throws {
    var words = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    var collation = TextCollation.binary
    var isReversed = false
    if words.count > 1, let named = SortArgument.collation(words[words.count - 1]) {
      collation = named
      words.removeLast()
    }
    if words.count > 1, ["asc", "desc"].contains(words[words.count - 1].lowercased()) {
      isReversed = words.removeLast().lowercased() == "desc"
    }
    let column = words.joined(separator: ":")
    guard !column.isEmpty else {
      throw UsageError("--sort needs a column: --sort name:desc:caseInsensitive")
    }
    key = SortKey(.column(column), order: isReversed ? .reverse : .forward, collation: collation)
  }

  private static func collation(_ word: String) -> TextCollation? {
    switch word.lowercased() {
    case "binary": .binary
    case "caseinsensitive", "case-insensitive", "nocase": .caseInsensitive
    default: nil
    }
  }

  /// Returns the last word if it asks for a language's order.
  static func localeCollation(in text: String) -> String? {
    guard let word = text.split(separator: ":").last.map(String.init), word != text else {
      return nil
    }
    return word == "localized" || word.hasPrefix("localized(") ? word : nil
  }
}

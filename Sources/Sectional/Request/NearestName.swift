/// Finds the name a person probably meant.
public enum NearestName {
  /// Returns the end of a sentence: the nearest name where one is near, else all of them.
  public static func suggestion(for name: String, among names: [String]) -> String {
    if let nearest = nearest(to: name, among: names) { return "did you mean \(quoted(nearest))?" }
    if names.isEmpty { return "there is none" }
    let shown = names.prefix(12).map(quoted).joined(separator: ", ")
    return "there is \(shown)\(names.count > 12 ? ", …" : "")"
  }

  /// Returns the name with the fewest edits, if fewer than half of its letters are edited.
  public static func nearest(to name: String, among names: [String]) -> String? {
    let wanted = Array(AsciiCase.folded(name))
    let ranked = names.map { (name: $0, edits: edits(wanted, Array(AsciiCase.folded($0)))) }
    guard let best = ranked.min(by: { $0.edits < $1.edits }) else { return nil }
    return best.edits * 2 < max(wanted.count, best.name.count) + 1 ? best.name : nil
  }

  /// Counts the insertions, deletions and replacements between two words.
  private static func edits(_ left: [Character], _ right: [Character]) -> Int {
    var row = Array(0...right.count)
    for (line, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for (column, other) in right.enumerated() {
        let replaced = diagonal + (letter == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
      }
    }
    return row[right.count]
  }
}

/// Folds A–Z only, the way SQL compares identifiers.
public enum AsciiCase {
  /// Returns the text with A–Z as a–z.
  public static func folded(_ text: String) -> String {
    String(decoding: text.utf8.map(TextCollation.caseInsensitive.folded), as: UTF8.self)
  }
}

/// Returns a name in the quotation marks of an error message.
package func quoted(_ name: String) -> String { "\"\(name)\"" }

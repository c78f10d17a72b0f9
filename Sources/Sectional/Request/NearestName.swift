/// Finds the name that was probably meant.
package enum NearestName {
  /// Returns the end of an error message: the nearest name if one is close enough, and otherwise the existing names.
  package static func suggestion(for name: String, among names: [String]) -> String {
    if let nearest = nearest(to: name, among: names) { return "did you mean \(quoted(nearest))?" }
    if names.isEmpty { return "none exist" }
    let shown = names.prefix(12).map(quoted).joined(separator: ", ")
    return "available: \(shown)\(names.count > 12 ? ", …" : "")"
  }

  /// Returns the name that needs the fewest edits, or `nil` if that is more than half of the longer name's letters.
  package static func nearest(to name: String, among names: [String]) -> String? {
    let wanted = Array(name.lowercased())
    let ranked = names.map { (name: $0, edits: edits(wanted, Array($0.lowercased()))) }
    guard let best = ranked.min(by: { $0.edits < $1.edits }) else { return nil }
    return best.edits * 2 < max(wanted.count, best.name.count) + 1 ? best.name : nil
  }

  /// Counts the insertions, deletions and replacements that turn one word into another.
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

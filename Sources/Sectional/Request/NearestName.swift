/// Finds the name that was probably meant.
package enum NearestName {
  /// Returns the end of an error message: the nearest name if one is close enough, and otherwise the existing names.
  ///
  /// - Parameters:
  ///   - name: The name that doesn't exist.
  ///   - names: The existing names.
  ///   - most: How many of these are shown.
  /// - Returns: The text.
  package static func suggestion(
    for name: String, among names: [String], showing most: Int = 12
  ) -> String {
    if let nearest = nearest(to: name, among: names) { return "did you mean \(quoted(nearest))?" }
    if names.isEmpty { return "none exist" }
    let shown = names.prefix(most).map(quoted).joined(separator: ", ")
    return "available: \(shown)\(names.count > most ? ", …" : "")"
  }

  /// Returns the name that needs the fewest edits, or `nil` if those are more than a third of the longer name's letters.
  ///
  /// A name that is the same but for its schema comes first. The hyphens that options begin with don't count.
  package static func nearest(to name: String, among names: [String]) -> String? {
    let same = names.first { isQualified(name, from: $0) || isQualified($0, from: name) }
    if let same { return same }
    let wanted = letters(of: name)
    let ranked = names.map { (name: $0, edits: edits(wanted, letters(of: $0))) }
    guard let best = ranked.min(by: { $0.edits < $1.edits }) else { return nil }
    let longer = max(wanted.count, letters(of: best.name).count)
    return best.edits <= max(1, (longer + 1) / 3) ? best.name : nil
  }

  /// Returns whether a name is another one after that of a schema and a dot.
  private static func isQualified(_ name: String, from short: String) -> Bool {
    name.lowercased().hasSuffix("." + short.lowercased())
  }

  private static func letters(of name: String) -> [Character] {
    Array(name.lowercased().drop { $0 == "-" })
  }

  /// Counts the insertions, deletions, replacements and exchanges of neighbors that turn one word into another.
  private static func edits(_ left: [Character], _ right: [Character]) -> Int {
    var rows = [Array(0...right.count)]
    for (line, letter) in left.enumerated() {
      var row = [line + 1]
      for (column, other) in right.enumerated() {
        let replaced = rows[line][column] + (letter == other ? 0 : 1)
        var fewest = min(replaced, row[column] + 1, rows[line][column + 1] + 1)
        if line > 0, column > 0, letter == right[column - 1], left[line - 1] == other {
          fewest = min(fewest, rows[line - 1][column - 1] + 1)
        }
        row.append(fewest)
      }
      rows.append(row)
    }
    return rows[left.count][right.count]
  }
}

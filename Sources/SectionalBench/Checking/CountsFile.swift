import Foundation

/// The file of counts: a line for each, with the case, the rows, the count, its value and a reason.
struct CountsFile: Equatable {
  private static let header = """
    # What lists do, counted: make bench-check fails where a count grew by more than a tenth.
    # case, rows, count, value, reason; written by sectional-bench --record

    """

  let counts: [RecordedCount]

  init(_ counts: [RecordedCount]) { self.counts = counts }

  /// Parses the text of a file.
  ///
  /// - Throws: ``BenchmarkError`` that names the line that can't be parsed.
  init(parsing text: String, name: String) throws(BenchmarkError) {
    var counts: [RecordedCount] = []
    var keys: Set<CountKey> = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let words = line.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: true)
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      guard words.count >= 4, let rows = Int(words[1]), let value = Int(words[3]) else {
        throw BenchmarkError(
          "\(name):\(index + 1): a line needs a case, rows, a count and its value")
      }
      let key = CountKey(name: String(first), rows: rows, count: String(words[2]))
      guard keys.insert(key).inserted else {
        throw BenchmarkError("\(name):\(index + 1): \(key.text) occurs twice; remove one of them")
      }
      let reason = words.count == 5 ? String(words[4]).trimmingCharacters(in: .whitespaces) : ""
      counts.append(RecordedCount(key: key, value: value, reason: reason))
    }
    self.counts = counts
  }

  /// The text of the file, in columns.
  var text: String {
    let lines = counts.map { count in
      [count.key.name, String(count.key.rows), count.key.count, String(count.value), count.reason]
    }
    let widths = (0..<4).map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.reduce(into: CountsFile.header) { text, cells in
      var line = ""
      for (column, cell) in cells.dropLast().enumerated() {
        let padding = String(repeating: " ", count: widths[column] - cell.count)
        // Numbers are right-aligned in their columns.
        line += (column % 2 == 0 ? cell + padding : padding + cell) + "  "
      }
      line += cells[4]
      text += line.trimmingCharacters(in: .whitespaces) + "\n"
    }
  }

  /// Reads the file at a path; returns `nil` if it doesn't exist.
  static func read(from path: String) throws(BenchmarkError) -> CountsFile? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw BenchmarkError("\(path) can't be read; it must be a text file")
    }
    return try CountsFile(parsing: text, name: path)
  }

  /// Writes the file atomically.
  func write(to path: String) throws(BenchmarkError) {
    do {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    } catch {
      throw BenchmarkError("\(path) can't be written; name a file in an existing folder")
    }
  }
}

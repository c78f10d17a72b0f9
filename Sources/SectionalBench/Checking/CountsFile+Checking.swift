extension CountsFile {
  /// Compares counts with those of the file, none of which may grow by more than a tenth.
  ///
  /// - Returns: A line for each count that did, or that is no longer reported.
  func complaints(about found: [(key: CountKey, value: Int)], path: String) -> [String] {
    let values = Dictionary(found.map { ($0.key, $0.value) }) { first, _ in first }
    return counts.compactMap { committed in
      let text = "\(committed.key.text): committed \(committed.value)"
      guard let value = values[committed.key] else {
        return "\(text), no longer reported; report it, or run \(advice(path))"
      }
      guard value > committed.value + committed.value / 10 else { return nil }
      return "\(text), found \(value); fix it, or run \(advice(path))"
    }
  }

  /// Returns the file that replaces this one.
  ///
  /// - Parameters:
  ///   - found: The counts of the new file.
  ///   - reason: Why counts grow or disappear; without a reason, they must not.
  ///   - path: The file's path, for error messages.
  /// - Returns: The new file.
  /// - Throws: ``BenchmarkError`` that names the counts that grew or disappeared.
  func replaced(
    by found: [(key: CountKey, value: Int)], because reason: String?, path: String
  ) throws(BenchmarkError) -> CountsFile {
    let committed = Dictionary(counts.map { ($0.key, $0) }) { first, _ in first }
    let reported = Set(found.map(\.key))
    let lost = counts.filter { !reported.contains($0.key) }.map { "\($0.key.text) disappears" }
    let grown = found.compactMap { key, value in
      committed[key].flatMap {
        $0.value < value ? "\(key.text) grows from \($0.value) to \(value)" : nil
      }
    }
    let changes = lost + grown
    guard reason != nil || changes.isEmpty else {
      throw BenchmarkError("\(changes.joined(separator: ", ")); give a reason: \(advice(path))")
    }
    return CountsFile(
      found.map { key, value in
        guard let old = committed[key], old.value >= value else {
          let isNew = committed[key] == nil
          return RecordedCount(key: key, value: value, reason: isNew ? "" : reason ?? "")
        }
        // A reason for a larger number no longer explains the current one.
        return RecordedCount(key: key, value: value, reason: old.value == value ? old.reason : "")
      })
  }

  private func advice(_ path: String) -> String {
    "sectional-bench --record \(path) --because TEXT"
  }
}

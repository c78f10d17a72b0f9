extension CountsFile {
  /// Compares counts with those of the file, of which none is to grow by more than a tenth.
  ///
  /// - Returns: A line for each that did, or that nobody reports any more.
  func complaints(about found: [(key: CountKey, value: Int)], path: String) -> [String] {
    let values = Dictionary(found.map { ($0.key, $0.value) }) { first, _ in first }
    return counts.compactMap { committed in
      let text = "\(committed.key.text): committed \(committed.value)"
      guard let value = values[committed.key] else {
        return "\(text), no longer reported; report it, or say \(advice(path))"
      }
      guard value > committed.value + committed.value / 10 else { return nil }
      return "\(text), found \(value); mend it, or say \(advice(path))"
    }
  }

  /// Returns the file that takes this one's place.
  ///
  /// - Parameters:
  ///   - found: The counts it has.
  ///   - reason: Why counts grow or go away; without it they must not.
  ///   - path: The file's path, for what is said when they do.
  /// - Returns: The new file.
  /// - Throws: ``BenchmarkError`` that names what grew.
  func replaced(
    by found: [(key: CountKey, value: Int)], because reason: String?, path: String
  ) throws(BenchmarkError) -> CountsFile {
    let committed = Dictionary(counts.map { ($0.key, $0) }) { first, _ in first }
    let reported = Set(found.map(\.key))
    let lost = counts.filter { !reported.contains($0.key) }.map { "\($0.key.text) goes away" }
    let grown = found.compactMap { key, value in
      committed[key].flatMap {
        $0.value < value ? "\(key.text) grows from \($0.value) to \(value)" : nil
      }
    }
    let changes = lost + grown
    guard reason != nil || changes.isEmpty else {
      throw BenchmarkError("\(changes.joined(separator: ", ")); say why: \(advice(path))")
    }
    return CountsFile(
      found.map { key, value in
        guard let old = committed[key], old.value >= value else {
          let isNew = committed[key] == nil
          return RecordedCount(key: key, value: value, reason: isNew ? "" : reason ?? "")
        }
        // What explained a larger number would explain nothing any more.
        return RecordedCount(key: key, value: value, reason: old.value == value ? old.reason : "")
      })
  }

  private func advice(_ path: String) -> String {
    "sectional-bench --record \(path) --because TEXT"
  }
}

extension SectionDerivation {
  /// The range that a number is in: the number of bounds that it isn't below.
  static func buckets(_ bounds: [Double]) -> SectionDerivation {
    let bounds = Set(bounds.filter { !$0.isNaN }).sorted()
    let texts = bounds.map { StoredValue.real($0).canonicalNumber.sectionName }
    return SectionDerivation(
      function: "buckets", argument: texts.joined(separator: ","), expectation: "a number",
      input: .cell { cell in
        switch cell {
        case .null: cell
        case .integer(let integer):
          .integer(Int64(bounds.count { integer.isAtLeast($0) }))
        case .real(let real) where !real.isNaN: .integer(Int64(bounds.count { real >= $0 }))
        default: nil
        }
      },
      name: { key in
        guard case .integer(let number) = key, (0...Int64(texts.count)).contains(number) else {
          return key.sectionName
        }
        let place = Int(number)
        guard place > 0 else { return texts.isEmpty ? "" : "< \(texts[0])" }
        return place < texts.count
          ? "\(texts[place - 1]) to < \(texts[place])" : "\u{2265} \(texts[place - 1])"
      })
  }
}

extension Int64 {
  /// Returns whether the number is at least a bound, without rounding either.
  fileprivate func isAtLeast(_ bound: Double) -> Bool {
    let next = bound.rounded(.up)
    guard let exact = Int64(exactly: next) else { return next < 0 }
    return self >= exact
  }
}

extension SectionKey where Record: StoredRecord {
  /// Groups by the range that a number is in; `nil` has its own section.
  ///
  /// With the bounds 0, 10 and 100, the sections are named "< 0", "0 to < 10", "10 to < 100" and "≥ 100". The key of a
  /// section is the number of bounds that its numbers aren't below: 0, 1, 2 and 3.
  ///
  /// - Parameters:
  ///   - keyPath: The property that holds the numbers.
  ///   - bounds: The lower bounds of the ranges.
  /// - Returns: The section key.
  public static func buckets(
    of keyPath: KeyPath<Record, some NumberValue>, from bounds: [Double]
  ) -> SectionKey {
    SectionKey(column: ColumnReference(keyPath), derivation: .buckets(bounds))
  }
}

extension SectionKey where Record == StoredRow {
  /// Groups by the range that a column's number is in; null has its own section, and any other cell is an error.
  ///
  /// - Parameters:
  ///   - name: The column's name.
  ///   - bounds: The lower bounds of the ranges.
  /// - Returns: The section key.
  public static func buckets(of name: String, from bounds: [Double]) -> SectionKey {
    SectionKey(column: .column(name), derivation: .buckets(bounds))
  }
}

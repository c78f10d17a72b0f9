extension SectionDerivation {
  /// The range that a number is in: the number of bounds that it isn't below.
  static func buckets(_ bounds: BucketBounds) -> SectionDerivation {
    SectionDerivation(
      function: "buckets", argument: bounds.names.joined(separator: ","), keys: .ranges,
      expectation: "a number",
      input: .cell { bounds.bucket(of: $0) },
      name: { key in
        guard case .integer(let bucket) = key, (0...Int64(bounds.names.count)).contains(bucket)
        else { return key.sectionName }
        return bounds.name(of: Int(bucket))
      })
  }
}

extension SectionKey {
  private init(_ column: ColumnReference<Record>, in bounds: BucketBounds) {
    self.init(column: column, derivation: .buckets(bounds))
    problem = bounds.problem.map { StoreError(.unsupported, $0, part: .section) }
  }
}

extension SectionKey where Record: StoredRecord {
  /// Groups by the range that a number is in; `nil` has its own section.
  ///
  /// With the bounds 0, 10 and 100, the sections are named "< 0", "0 to < 10", "10 to < 100" and "≥ 100". The key of a
  /// section is the number of bounds that its numbers aren't below: 0, 1, 2 and 3. Integers and reals are compared
  /// exactly.
  ///
  /// - Parameters:
  ///   - keyPath: The property that holds the numbers.
  ///   - bounds: The lower bounds of the ranges, in ascending order. If they don't ascend, are equal, or one is NaN or
  ///     `nil`, a fetch throws ``StoreError`` with code `unsupported`.
  /// - Returns: The section key.
  public static func buckets(
    of keyPath: KeyPath<Record, some NumberValue>, from bounds: [some NumberValue]
  ) -> SectionKey {
    SectionKey(ColumnReference(keyPath), in: BucketBounds(bounds.map(\.defaultCell)))
  }
}

extension SectionKey where Record == StoredRow {
  /// Groups by the range that a column's number is in; null has its own section, and any other cell is an error.
  ///
  /// - Parameters:
  ///   - name: The column's name.
  ///   - bounds: The lower bounds of the ranges, in ascending order. If they don't ascend, are equal, or one is NaN or
  ///     `nil`, a fetch throws ``StoreError`` with code `unsupported`.
  /// - Returns: The section key.
  public static func buckets(of name: String, from bounds: [some NumberValue]) -> SectionKey {
    buckets(of: name, in: BucketBounds(bounds.map(\.defaultCell)))
  }

  /// Groups by the range that a column's number is in, with bounds that can be integers and reals.
  package static func buckets(of name: String, in bounds: BucketBounds) -> SectionKey {
    SectionKey(.column(name), in: bounds)
  }
}

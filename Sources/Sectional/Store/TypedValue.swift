/// A value as typed by a user, which can have several meanings.
package struct TypedValue: Sendable {
  /// What it can mean, the closest meaning first; empty if it means no value.
  package let meanings: [StoredValue]
  /// Whether the first meaning for which there are rows is the right one; otherwise only one meaning may have rows.
  package let prefersFirst: Bool

  package init(_ meanings: [StoredValue], prefersFirst: Bool) {
    (self.meanings, self.prefersFirst) = (meanings, prefersFirst)
  }

  /// Creates a value that has one meaning.
  package init(_ value: StoredValue) { self.init([value], prefersFirst: true) }
}

/// A key as typed by a user.
package struct TypedKey: Sendable {
  /// What it means if a key has one value.
  private let whole: TypedValue
  /// What it means if a key has several values.
  private let parts: [TypedValue]

  package init(whole: TypedValue, parts: [TypedValue]) { (self.whole, self.parts) = (whole, parts) }

  /// One of the keys that are meant.
  struct Meaning {
    let key: RowKey
    /// For each value, which of its meanings it has.
    fileprivate let choices: [Int]
    private let isPreferred: [Bool]
    private let isRowID: Bool

    fileprivate init(_ choices: [Int], of values: [TypedValue]) {
      key = RowKey(zip(values, choices).map { $0.meanings[$1] })
      (self.choices, isRowID) = (choices, false)
      isPreferred = values.map(\.prefersFirst)
    }

    fileprivate init?(rowID value: TypedValue, choice: Int) {
      guard case .integer(let rowID) = value.meanings[choice] else { return nil }
      key = RowKey(rowID: rowID)
      (choices, isRowID, isPreferred) = ([choice], true, [value.prefersFirst])
    }

    /// Returns whether the key isn't meant because there is a row with another one.
    func yields(to found: Meaning) -> Bool {
      isRowID == found.isRowID
        && choices.indices.allSatisfy { choices[$0] == found.choices[$0] || isPreferred[$0] }
    }
  }

  /// Returns the keys that can be meant, the closest ones first; none if a key has another number of values.
  func meanings(in layout: RowLayout) -> [Meaning] {
    let isSingle = layout.keyColumns.count < 2
    let keys = layout.keyColumns.isEmpty ? [] : TypedKey.meanings(of: isSingle ? [whole] : parts)
    let rowIDs =
      layout.keyColumns.isEmpty || layout.fallsBackToRowID
      ? whole.meanings.indices.compactMap { Meaning(rowID: whole, choice: $0) } : []
    return keys.filter { $0.choices.count == layout.keyColumns.count } + rowIDs
  }

  private static func meanings(of values: [TypedValue]) -> [Meaning] {
    // Each value has two meanings at most, unless it is written as JSON.
    guard values.count(where: { $0.meanings.count > 1 }) <= 8 else { return [] }
    var choices: [[Int]] = [[]]
    for value in values {
      choices = choices.flatMap { key in value.meanings.indices.map { key + [$0] } }
    }
    return choices.map { Meaning($0, of: values) }
  }
}

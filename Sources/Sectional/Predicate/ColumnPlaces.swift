/// The indexes of the few columns that a predicate reads, by name.
struct ColumnPlaces: Sendable, Hashable {
  // Comparing a few short names takes less time than hashing one, and every row looks some up.
  private var names: [String] = []
  /// The indexes.
  private(set) var indexes: [Int] = []

  /// The index of the column with a name, or `nil` if the predicate doesn't read it.
  subscript(name: String) -> Int? {
    names.firstIndex(of: name).map { indexes[$0] }
  }

  /// Adds a column that isn't there yet.
  mutating func add(_ name: String, at index: Int) {
    names.append(name)
    indexes.append(index)
  }
}

/// What identifies the rows that a transaction touched, with few repetitions.
struct TouchedNames<Name: Hashable & Sendable>: Sendable {
  private(set) var names: [Name] = []
  private var limit: Int

  /// Creates an empty collection of at most a number of different names.
  init(atMost most: Int) { limit = most }

  var isEmpty: Bool { names.isEmpty }

  /// Appends a name.
  ///
  /// To look each name up in a set would take longer than to write the row, so repetitions are removed only if there are many.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - most: The largest number of different names.
  /// - Returns: Whether there are no more different ones than that.
  mutating func append(_ name: Name, atMost most: Int) -> Bool {
    guard names.last != name else { return true }
    names.append(name)
    guard names.count > limit else { return true }
    names = Array(Set(names))
    limit = names.count + most
    return names.count <= most
  }
}

import Sectional

/// What identifies the rows that a transaction touched.
///
/// To look each name up in a set would take longer than to write the row, so repetitions are removed late, and only if the names
/// don't ascend: a statement touches most rows in the order of their keys.
struct TouchedNames<Name: TouchedName>: Sendable {
  private var names: [Name] = []
  private var ascends = true
  private let most: Int
  /// The number of names from which on repetitions are removed.
  private var limit: Int

  /// Creates a collection.
  ///
  /// - Parameter most: How many different names it takes at least; at most twice as many.
  init(atLeast most: Int) { (self.most, limit) = (most, most) }

  var isEmpty: Bool { names.isEmpty }

  /// The names, each once.
  var distinct: [Name] { ascends ? names : Array(Set(names)) }

  /// Appends a name.
  ///
  /// - Parameter name: The name.
  /// - Returns: Whether there aren't too many different ones.
  mutating func append(_ name: Name) -> Bool {
    if let last = names.last {
      guard last != name else { return true }
      if ascends { ascends = last.precedes(name) }
    }
    names.append(name)
    guard names.count > limit else { return true }
    names = distinct
    limit = names.count + most
    return names.count <= most
  }
}

/// What identifies a row: a rowid or a key.
protocol TouchedName: Hashable, Sendable {
  func precedes(_ other: Self) -> Bool
}

extension Int64: TouchedName {
  func precedes(_ other: Int64) -> Bool { self < other }
}

extension RowKey: TouchedName {}

/// What the cells of a column mean besides what they say, because the store has a type that cells don't have.
public enum ColumnKind: String, Sendable, Hashable, CaseIterable {
  /// Texts are UUIDs.
  case uuid
  /// Text stands for a number that fits neither an integer nor a double.
  case number
}

/// The names of a list's columns, shared by its rows.
public final class RowColumns: Sendable {
  /// The names, in order.
  public let names: [String]
  /// The columns whose cells mean more than they say, by index.
  public let kinds: [Int: ColumnKind]
  private let indexes: [[UInt8]: Int]

  /// Creates the columns; names are looked up by their exact spelling first, and then ignoring the case of A–Z.
  ///
  /// - Parameters:
  ///   - names: The names, in order.
  ///   - kinds: The columns whose cells mean more than they say, by index.
  public init(_ names: [String], kinds: [Int: ColumnKind] = [:]) {
    self.names = names
    self.kinds = kinds
    var indexes: [[UInt8]: Int] = [:]
    for (index, name) in names.enumerated().reversed() { indexes[Names.folded(name)] = index }
    for (index, name) in names.enumerated().reversed() { indexes[Names.bytes(name)] = index }
    self.indexes = indexes
  }

  /// Returns the index of a column, or `nil` if no column has the name.
  public func index(of name: String) -> Int? {
    indexes[Names.bytes(name)] ?? indexes[Names.folded(name)]
  }
}

extension RowColumns: Hashable {
  /// Returns whether the names are equal.
  public static func == (left: RowColumns, right: RowColumns) -> Bool {
    left === right || left.names.map(Names.bytes) == right.names.map(Names.bytes)
  }

  /// Feeds the names into the hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(names.map(Names.bytes)) }
}

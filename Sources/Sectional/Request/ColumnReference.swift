/// A column of the rows of a list.
public struct ColumnReference<Record>: Sendable, Hashable {
  /// The column's name in the store.
  let name: String
}

extension ColumnReference where Record == Row {
  /// Names a column; case matters only where two columns differ in nothing else.
  public static func column(_ name: String) -> ColumnReference { ColumnReference(name: name) }
}

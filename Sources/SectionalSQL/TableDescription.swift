/// A table or view as its database declares it.
package struct TableDescription: Sendable {
  /// A column of a table or view.
  package struct Column: Sendable {
    package let name: String
    /// The type's name in the database's own words; in PostgreSQL a domain's is that of its base type.
    package let declaredType: String
    package let isNullable: Bool
    /// The column's position in the primary key, counted from one; `nil` if it isn't part of the key.
    package let keyPosition: Int?
    /// Whether the database computes the cells and refuses to have them written.
    package let isGenerated: Bool

    package init(
      name: String, declaredType: String, isNullable: Bool, keyPosition: Int?, isGenerated: Bool
    ) {
      self.name = name
      self.declaredType = declaredType
      self.isNullable = isNullable
      self.keyPosition = keyPosition
      self.isGenerated = isGenerated
    }
  }

  /// The name by which a request finds the table.
  package let name: String
  /// The name for a statement, quoted.
  package let quotedName: String
  package let isView: Bool
  package let columns: [Column]

  package init(name: String, quotedName: String, isView: Bool, columns: [Column]) {
    self.name = name
    self.quotedName = quotedName
    self.isView = isView
    self.columns = columns
  }
}

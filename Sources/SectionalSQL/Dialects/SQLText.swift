package import Sectional

/// A piece of SQL with the values of its placeholders.
package struct SQLText: Sendable, Hashable {
  /// The text.
  package private(set) var text: String
  /// The values of its placeholders, in order.
  package private(set) var arguments: [StoredValue]

  /// Creates a piece.
  package init(_ text: String = "", _ arguments: [StoredValue] = []) {
    self.text = text
    self.arguments = arguments
  }

  /// Appends text, with the values of its placeholders.
  package mutating func append(_ text: String, _ arguments: [StoredValue] = []) {
    self.text += text
    self.arguments += arguments
  }

  /// Appends a piece, with its placeholders written as the dialect requires after the existing ones.
  package mutating func append(_ piece: SQLText, _ dialect: some StatementDialect) {
    append(dialect.text(of: piece, after: arguments.count), piece.arguments)
  }
}

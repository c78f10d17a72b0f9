import Sectional

/// A piece of SQL with the values of its placeholders.
struct SQLText {
  private(set) var text: String
  private(set) var arguments: [Value]

  init(_ text: String = "", _ arguments: [Value] = []) {
    self.text = text
    self.arguments = arguments
  }

  mutating func append(_ text: String, _ arguments: [Value] = []) {
    self.text += text
    self.arguments += arguments
  }

  /// Appends pieces with something between them, and something before them if there are any.
  mutating func append(_ pieces: [SQLText], before: String, between: String) {
    for (place, piece) in pieces.enumerated() {
      append((place == 0 ? before : between) + piece.text, piece.arguments)
    }
  }
}

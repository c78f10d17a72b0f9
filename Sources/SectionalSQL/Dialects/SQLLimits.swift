/// How much of a condition is said in SQL; what is larger is looked through here.
enum SQLLimits {
  /// Databases limit how deep an expression may be nested; SQLite's parser has room for a hundred open ends.
  static let depth = 12

  /// A chain is as deep as it is long, and SQLite goes a thousand deep.
  static let mostLinks = 60

  /// The longest list of constants.
  static let mostConstants = 1000

  /// Databases limit how many placeholders a statement has; SQLite has 32,766.
  static let mostPlaceholders = 5000
}

/// Limits for conditions translated to SQL; rows are checked here for anything larger.
enum SQLLimits {
  /// Databases limit the nesting depth of an expression; the stack of SQLite's parser holds one hundred entries.
  static let depth = 12

  /// SQLite counts a chain's length as its depth, and allows a depth of one thousand.
  static let mostLinks = 60

  /// The longest list of constants.
  static let mostConstants = 1000

  /// Databases limit the number of placeholders in a statement; SQLite allows 32,766.
  static let mostPlaceholders = 5000
}

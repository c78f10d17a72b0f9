/// Limits for conditions translated to SQL; rows are checked here for anything larger.
package enum SQLLimits {
  /// Databases limit the nesting depth of an expression; the stack of SQLite's parser holds one hundred entries.
  package static let depth = 12

  /// SQLite counts a chain's length as its depth, and allows a depth of one thousand.
  package static let mostLinks = 60

  /// The longest list of constants.
  package static let mostConstants = 1000

  /// Databases limit the number of placeholders in a statement; SQLite allows 32,766.
  package static let mostPlaceholders = 5000
}

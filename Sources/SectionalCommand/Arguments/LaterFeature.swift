import Sectional

/// What the command line already has a name for, but this version can't do.
enum LaterFeature {
  /// Refuses what is not part of this version, in words that say so.
  static func refuse(in arguments: Arguments) throws {
    for index in arguments.values(of: "--index") where index.hasPrefix("locale:") {
      throw later("the index of a locale is", "say --index first-letter")
    }
    for sort in arguments.values(of: "--sort") {
      guard let collation = SortArgument.localeCollation(in: sort) else { continue }
      throw later(
        "the order of a locale (\(collation)) is",
        "say \(SortArgument.collationNames.joined(separator: " or "))")
    }
  }

  static func later(_ feature: String, _ instead: String? = nil) -> StoreError {
    let advice = instead.map { "; \($0)" } ?? ""
    return StoreError(.unsupported, "\(feature) not part of this version yet\(advice)")
  }
}

import Sectional

/// Features that the command line already has a name for, but this version doesn't support.
enum LaterFeature {
  /// Throws an error that says so if the arguments ask for a feature that this version doesn't support.
  static func refuse(in arguments: Arguments) throws {
    for index in arguments.values(of: "--index") where index.hasPrefix("locale:") {
      throw later("the index of a locale is", "use --index first-letter")
    }
    for sort in arguments.values(of: "--sort") {
      guard let collation = SortArgument.localeCollation(in: sort) else { continue }
      throw later(
        "the order of a locale (\(collation)) is",
        "use \(SortArgument.collationNames.joined(separator: " or "))")
    }
  }

  static func later(_ feature: String, _ instead: String? = nil) -> StoreError {
    let advice = instead.map { "; \($0)" } ?? ""
    return StoreError(.unsupported, "\(feature) not supported by this version yet\(advice)")
  }
}

import Foundation
import Sectional

#if canImport(SectionalICU)
  import SectionalICU
#endif

/// One locale, or several separated by commas, such as `sv` or `ru,en`.
struct LocaleArgument {
  private let locales: [String]

  init(_ text: some StringProtocol) throws {
    locales = String(text).listed
    guard !locales.contains("") else {
      throw UsageError("a locale is a BCP 47 identifier such as sv or de-u-co-phonebk")
    }
  }

  /// Checks that there are such languages; for others, ICU takes the order of no language in particular.
  private func checkLanguages(_ part: StoreError.Part) throws(StoreError) {
    for locale in locales {
      let tag = locale.prefix { $0 != "-" }.lowercased()
      // What isn't well-formed is refused with a better reason later.
      let isPlain = tag.unicodeScalars.allSatisfy { ("a"..."z").contains($0) }
      guard isPlain, !Locale.LanguageCode(tag).isISOLanguage, !["und", "root"].contains(tag) else {
        continue
      }
      throw StoreError(
        .unsupported,
        "\(locale) is not a known language tag; use one such as sv or de-u-co-phonebk",
        part: part)
    }
  }

  /// Returns the order of the locale.
  func collation() throws -> TextCollation {
    guard locales.count == 1 else {
      throw UsageError("an order has one locale: --sort \"name:localized(sv)\"")
    }
    #if canImport(SectionalICU)
      try checkLanguages(.sortBy)
      return .localized(locales[0])
    #else
      throw LocaleArgument.missingLibrary
    #endif
  }

  /// Returns the index of the first locale, with the letters of the others.
  func indexTitle() throws -> SectionIndexTitle {
    #if canImport(SectionalICU)
      try checkLanguages(.indexTitle)
      return .localized(locales[0], including: Array(locales.dropFirst()))
    #else
      throw LocaleArgument.missingLibrary
    #endif
  }

  /// Returns the sections of the first locale's index, with the letters of the others.
  func sections(of column: String) throws -> SectionKey<StoredRow> {
    #if canImport(SectionalICU)
      try checkLanguages(.section)
      return .indexBucket(of: column, locale: locales[0], including: Array(locales.dropFirst()))
    #else
      throw LocaleArgument.missingLibrary
    #endif
  }

  private static let missingLibrary = StoreError(
    .unsupported,
    "this program was built without ICU; install its headers (libicu-dev) and build it again")
}

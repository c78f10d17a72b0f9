import Sectional

/// The index of a language, with the error that tells why there is none.
struct LocalizedIndex: Sendable {
  let index: ICUAlphabeticIndex?
  let problem: StoreError?
  /// The identifiers of the locales, separated by commas.
  let locales: String
  private let other: String

  /// Opens the index of a locale, with the letters of other locales.
  ///
  /// - Parameters:
  ///   - locale: The BCP 47 identifier.
  ///   - others: The locales whose letters are added.
  ///   - other: The title of what stands before, between and after the letters.
  init(_ locale: String, including others: [String], other: String) {
    self.other = other
    // Case doesn't matter in BCP 47.
    locales = ([locale] + others).map { $0.lowercased() }.joined(separator: ",")
    do throws(ICUError) {
      index = try ICUAlphabeticIndex(locale, addingLabelsOf: others)
      problem = nil
    } catch {
      index = nil
      problem = StoreError(.unsupported, error.message, cause: error)
    }
  }

  /// The titles, in order.
  var titles: [String] {
    index.map { index in
      zip(index.labels, index.kinds).map { label, kind in kind == .letter ? label : other }
    } ?? []
  }

  /// The version of the library, which decides the titles and what belongs to each.
  var version: String { "ICU \(ICUCollator.libraryVersion)" }

  /// Returns the place of the title that a text belongs to.
  func bucket(of text: String) -> Int? { index?.bucket(of: text) }
}

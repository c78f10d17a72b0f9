public import Sectional

extension TextCollation {
  /// The order of a language, as ICU defines it; texts that are equal in it are ordered by their bytes.
  ///
  /// The order is that of Postgres's ICU collation for the same locale, if the server has the same version of its rules; a
  /// list lets the server sort only then, and otherwise sorts here.
  ///
  /// - Parameter locale: A BCP 47 identifier such as `sv`, with keywords such as `de-u-co-phonebk` (collation type),
  ///   `und-u-kn` (numbers by value), `da-u-kf-upper` (capitals first) or `en-u-ka-shifted` (punctuation ignored). A
  ///   language without rules of its own is ordered like `und`. If ICU doesn't understand the identifier, a fetch throws
  ///   ``/Sectional/StoreError`` with code `unsupported`.
  /// - Returns: The collation.
  public static func localized(_ locale: String) -> TextCollation {
    .collator(LocalizedCollator(locale))
  }
}

/// The order of a language, as ICU defines it.
public struct LocalizedCollator: TextCollator {
  /// The locale's name, such as `localized(sv)`.
  public let identifier: String
  /// The version of ICU's rules for the locale, which Postgres records for its collations too.
  public let version: String
  /// Why ICU doesn't understand the locale, or `nil` if it does.
  public let problem: StoreError?
  /// The locale in ICU's spelling, or `nil` if ICU doesn't understand it.
  public let icuLocale: String?
  private let collator: ICUCollator?

  /// Opens the order of a locale, given by its BCP 47 identifier.
  public init(_ locale: String) {
    do throws(ICUError) {
      let collator = try ICUCollator(locale)
      self.collator = collator
      (identifier, version) = ("localized(\(collator.identifier))", collator.version)
      (problem, icuLocale) = (nil, collator.identifier)
    } catch {
      (identifier, version) = ("localized(\(locale))", "")
      (problem, icuLocale) = (StoreError(.unsupported, error.message, cause: error), nil)
      collator = nil
    }
  }

  /// Returns ICU's sort key of a text.
  public func sortKey(of text: String) -> [UInt8] { collator?.sortKey(of: text) ?? [] }

  /// Appends ICU's sort key of a text.
  public func appendSortKey(ofUTF8 text: UnsafeRawBufferPointer, to key: inout [UInt8]) {
    unsafe collator?.appendSortKey(ofUTF8: text, to: &key)
  }
}

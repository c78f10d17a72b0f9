/// An order of text, defined by sort keys.
///
/// A list computes the sort key of each text it orders and compares the keys byte by byte. Texts with equal sort keys
/// are ordered by their UTF-8 bytes, so the order is total and the same over every store. No store is asked to sort by
/// a collator it doesn't know.
///
/// ```swift
/// struct WithoutArticle: TextCollator {
///   let identifier = "without-article"
///   let version = "1"
///   func sortKey(of text: String) -> [UInt8] {
///     Array((text.hasPrefix("The ") ? String(text.dropFirst(4)) : text).utf8)
///   }
/// }
/// let sortBy = [SortKey(\Album.title, collation: .collator(WithoutArticle()))]
/// ```
public protocol TextCollator: Sendable {
  /// The collator's name.
  ///
  /// Together with ``version`` it must determine the sort key of every text: two collators with equal names and
  /// versions count as the same one, also in a section cache that another version of the application wrote.
  var identifier: String { get }

  /// The version of the rules, which changes with any sort key.
  var version: String { get }

  /// Why this collator can't be used, or `nil` if it can; a fetch then throws this error.
  var problem: StoreError? { get }

  /// The BCP 47 identifier of a locale whose order in ICU equals this one if ``version`` is the version of ICU's collator,
  /// or `nil` if there is none; a store that has the same collator may then sort by it.
  var icuLocale: String? { get }

  /// Returns the sort key of a text: any bytes, which compare as unsigned numbers, from the first to the last; a prefix
  /// comes first.
  ///
  /// It is called for each row, from several threads at once, and must return equal keys for equal texts.
  func sortKey(of text: String) -> [UInt8]

  /// Appends the sort key of a text to other bytes.
  ///
  /// The default calls ``sortKey(of:)``, replacing bytes that aren't UTF-8 by U+FFFD. Implement it to save creating strings
  /// and arrays for each row.
  ///
  /// - Parameters:
  ///   - text: The UTF-8 bytes of the text, which are valid during the call only.
  ///   - key: Receives the sort key at its end.
  func appendSortKey(ofUTF8 text: UnsafeRawBufferPointer, to key: inout [UInt8])
}

extension TextCollator {
  /// The collator can be used.
  public var problem: StoreError? { nil }

  /// There is no such locale.
  public var icuLocale: String? { nil }

  /// Appends what ``sortKey(of:)`` returns.
  public func appendSortKey(ofUTF8 text: UnsafeRawBufferPointer, to key: inout [UInt8]) {
    unsafe key.append(contentsOf: sortKey(of: String(decoding: text, as: UTF8.self)))
  }
}

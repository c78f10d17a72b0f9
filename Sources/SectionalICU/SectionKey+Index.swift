public import Sectional

extension SectionKey where Record: StoredRecord {
  /// Groups by the letter of a language's index that a text belongs to, as ICU's alphabetic index defines it.
  ///
  /// Sections are in the order of the index: what stands before the first letter (digits, punctuation, empty text), the
  /// letters, and what stands after the last one (other scripts); between the letters of two scripts there can be a section
  /// too. To order the rows inside the sections alike, sort by the same property with
  /// ``/Sectional/TextCollation/localized(_:)``. The key of a section is the place of its letter, counted from 0. `nil` has
  /// its own section.
  ///
  /// - Parameters:
  ///   - keyPath: The property that holds the text.
  ///   - locale: The BCP 47 identifier of the language, such as `sv`; as in `localized`, its keywords change the order.
  ///   - others: Other locales whose letters are added, such as `en` for the letters A to Z after those of `ru`.
  ///   - other: The name of the sections that have no letter.
  /// - Returns: The section key. If ICU doesn't understand a locale, a fetch throws ``/Sectional/StoreError`` with code
  ///   `unsupported`.
  public static func indexBucket(
    of keyPath: KeyPath<Record, some TextValue>, locale: String, including others: [String] = [],
    other: String = "…"
  ) -> SectionKey {
    LocalizedIndex(locale, including: others, other: other).key(ColumnReference(keyPath))
  }
}

extension SectionKey where Record == StoredRow {
  /// Groups by the letter of a language's index that a column's text belongs to; other values than text and null stand
  /// before the first letter.
  ///
  /// - Parameters:
  ///   - column: The column's name.
  ///   - locale: The BCP 47 identifier of the language, such as `sv`.
  ///   - others: Other locales whose letters are added.
  ///   - other: The name of the sections that have no letter.
  /// - Returns: The section key.
  public static func indexBucket(
    of column: String, locale: String, including others: [String] = [], other: String = "…"
  ) -> SectionKey {
    LocalizedIndex(locale, including: others, other: other).key(.column(column))
  }
}

extension LocalizedIndex {
  fileprivate func key<Record>(_ column: ColumnReference<Record>) -> SectionKey<Record> {
    let (index, titles) = (index, titles)
    return SectionKey(
      column, function: "index", argument: locales, rules: version, problem: problem,
      value: { cell in
        switch cell {
        case .null: .null
        case .malformedText(let bytes):
          index.map { .integer(Int64($0.bucket(of: String(decoding: bytes, as: UTF8.self)))) }
        case .text(let text): index.map { .integer(Int64($0.bucket(of: text))) }
        // What isn't text begins with no letter.
        default: .integer(0)
        }
      },
      name: { key in
        guard case .integer(let place) = key, titles.indices.contains(Int(clamping: place)) else {
          return nil
        }
        return titles[Int(place)]
      })
  }
}

public import Sectional

extension SectionIndexTitle {
  /// The index of a language, with all its letters, as ICU's alphabetic index defines it.
  ///
  /// A section made by `indexBucket` has its own letter, and any other section the letter that its name belongs to. A
  /// letter without a section leads to the section of the next letter that has one, or of the last one. The section of `nil`
  /// has no title.
  ///
  /// - Parameters:
  ///   - locale: The BCP 47 identifier of the language, such as `sv`.
  ///   - others: Other locales whose letters are added, as in `indexBucket`.
  ///   - other: The title of what stands before, between and after the letters.
  /// - Returns: The rule. If ICU doesn't understand a locale, a fetch throws ``/Sectional/StoreError`` with code
  ///   `unsupported`.
  public static func localized(
    _ locale: String, including others: [String] = [], other: String = "…"
  ) -> SectionIndexTitle {
    let index = LocalizedIndex(locale, including: others, other: other)
    let titles = index.titles
    return SectionIndexTitle(titles: titles, problem: index.problem) { section in
      // The name of the section without a value says nothing about its place.
      if section.key == .null { return nil }
      // A section that this index made has the place of its title as its key.
      if section.indexLocales == index.locales, case .integer(let key) = section.key,
        let place = Int(exactly: key),
        titles.indices.contains(place)
      {
        return place
      }
      return index.bucket(of: section.name)
    }
  }
}

/// A rule that gives sections titles in the section index, the bar of letters beside a list.
public struct SectionIndexTitle: Sendable {
  /// Every title of the index, whether a section has it or not; `nil` for the titles of the sections alone.
  let titles: [String]?
  /// Why there can be no such index; a fetch throws it.
  let problem: StoreError?
  private let makeTitle: @Sendable (IndexedSection) -> String?
  /// Returns the place of a section's title among all titles, which distinguishes equal titles.
  private let findPlace: (@Sendable (IndexedSection) -> Int?)?

  /// Creates a rule from a function of the section's name; a section for which it returns `nil` has no title.
  public init(_ makeTitle: @escaping @Sendable (String) -> String?) {
    self.init(ofSection: { makeTitle($0.name) })
  }

  /// Creates a rule from a function of the section; a section for which it returns `nil` has no title.
  ///
  /// - Parameters:
  ///   - titles: The index's titles, in order; titles without a section lead to the nearest one. `nil` for the titles of
  ///     the sections alone.
  ///   - makeTitle: The function. If there are `titles`, it returns one of them, and a section with another title is left
  ///     out of the index.
  public init(
    titles: [String]? = nil, ofSection makeTitle: @escaping @Sendable (IndexedSection) -> String?
  ) {
    self.titles = titles
    self.makeTitle = makeTitle
    findPlace = nil
    problem = nil
  }

  /// Creates a rule from titles that may read the same, and a function that returns the place of a section's title.
  package init(
    titles: [String], problem: StoreError?,
    placeOfSection findPlace: @escaping @Sendable (IndexedSection) -> Int?
  ) {
    self.titles = titles
    self.problem = problem
    self.findPlace = findPlace
    makeTitle = { section in findPlace(section).map { titles[$0] } }
  }

  /// Returns the place of each section's title among the titles; `nil` for a section without one.
  func places(of sections: some Sequence<IndexedSection>, among titles: [String]) -> [Int?] {
    if let findPlace { return sections.map(findPlace) }
    let places = Dictionary(titles.enumerated().map { ($1, $0) }) { first, _ in first }
    return sections.map { section in makeTitle(section).flatMap { places[$0] } }
  }

  /// A rule that takes the uppercased first character of the name; an empty name has no title.
  public static let firstLetter = SectionIndexTitle { name in
    name.first.map(capital)
  }

  /// A rule that gives no section a title.
  public static let none = SectionIndexTitle { _ in nil }

  /// An index of all letters of an alphabet, with a title at the end for everything else.
  ///
  /// A section's letter is the uppercased first character of its name. If the alphabet doesn't have it, it is that character
  /// without its accents: É is under E, unless the alphabet has É. A letter without a section leads to the
  /// section of the next letter that has one, or of the last one.
  ///
  /// - Parameters:
  ///   - letters: The alphabet.
  ///   - other: The title of sections that begin with none of the letters; `nil` to leave them out of the index.
  /// - Returns: The rule.
  public static func alphabet(_ letters: [String] = latin, other: String? = "#")
    -> SectionIndexTitle
  {
    let known = Set(letters)
    return SectionIndexTitle(titles: letters + [other].compactMap(\.self)) { section in
      guard section.key != .null, let first = section.name.first else { return other }
      let letter = capital(first)
      if known.contains(letter) { return letter }
      let base = TextRules.withoutAccents(letter)
      return known.contains(base) ? base : other
    }
  }

  /// The letters A to Z.
  public static let latin = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map {
    String(Unicode.Scalar($0))
  }

  /// Returns the uppercase form of a character if that is a single character, and otherwise the character itself; in
  /// either case composed, so that canonically equal characters give the same text.
  static func capital(_ letter: Character) -> String {
    // Marks are put in order first: an iota below that comes before others would become a letter in upper case.
    let hasMarks = letter.unicodeScalars.count > 1
    let letter = hasMarks ? TextRules.composed(String(letter)) : String(letter)
    let capital = letter.uppercased()
    return TextRules.composed(capital.count == 1 ? capital : letter)
  }

  /// Returns the title for a section with the given name, or `nil` if it has none.
  public func callAsFunction(_ name: String) -> String? {
    makeTitle(IndexedSection(key: .text(name), name: name, rows: nil))
  }

  /// Returns the title of a section, or `nil` if it has none.
  public func callAsFunction(_ section: IndexedSection) -> String? { makeTitle(section) }
}

/// What a section's title in the section index can be made of.
public struct IndexedSection: Sendable {
  /// The exact value that the section's records share.
  public let key: StoredValue
  /// The section's name.
  public let name: String
  /// The section's rows, or `nil` if their contents aren't loaded yet.
  public let rows: ResultsRows<StoredRow>?
  /// The locales of the index that made the section's key, or `nil` if no index made it.
  package var indexLocales: String?
}

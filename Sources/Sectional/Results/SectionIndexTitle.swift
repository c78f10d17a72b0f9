/// How the title of a section in the section index is made from the section's name.
public struct SectionIndexTitle: Sendable {
  private let makeTitle: @Sendable (String) -> String?

  /// Makes a rule from a function; a section for which it returns nothing has no title.
  public init(_ makeTitle: @escaping @Sendable (String) -> String?) { self.makeTitle = makeTitle }

  /// The capitalised first character of the name; an empty name has no title.
  public static let firstLetter = SectionIndexTitle { name in
    name.first.map(capital)
  }

  /// Returns a character's capital, where that is one character.
  static func capital(_ letter: Character) -> String {
    let capital = letter.uppercased()
    return capital.count == 1 ? capital : String(letter)
  }

  /// No titles.
  public static let none = SectionIndexTitle { _ in nil }

  /// Returns the title for a section's name.
  public func callAsFunction(_ name: String) -> String? { makeTitle(name) }
}

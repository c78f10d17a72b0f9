/// A rule that makes a section's title in the section index from the section's name.
public struct SectionIndexTitle: Sendable {
  private let makeTitle: @Sendable (String) -> String?

  /// Creates a rule from a function; a section for which the function returns `nil` has no title.
  public init(_ makeTitle: @escaping @Sendable (String) -> String?) { self.makeTitle = makeTitle }

  /// A rule that takes the uppercased first character of the name; an empty name has no title.
  public static let firstLetter = SectionIndexTitle { name in
    name.first.map(capital)
  }

  /// Returns the uppercase form of a character if that is a single character, and otherwise the character itself.
  static func capital(_ letter: Character) -> String {
    let capital = letter.uppercased()
    return capital.count == 1 ? capital : String(letter)
  }

  /// A rule that gives no section a title.
  public static let none = SectionIndexTitle { _ in nil }

  /// Returns the title for a section with the given name, or `nil` if it has none.
  public func callAsFunction(_ name: String) -> String? { makeTitle(name) }
}

import Sectional

/// A collator as an application writes it, whose parts a test chooses.
struct TestCollator: TextCollator {
  var identifier = "test"
  var version = "1"
  var problem: StoreError?
  let key: @Sendable (String) -> [UInt8]

  init(
    _ identifier: String = "test", version: String = "1", problem: StoreError? = nil,
    _ key: @escaping @Sendable (String) -> [UInt8]
  ) {
    (self.identifier, self.version, self.problem, self.key) = (identifier, version, problem, key)
  }

  func sortKey(of text: String) -> [UInt8] { key(text) }

  /// Titles without the article that they begin with, by their letters.
  static let withoutArticle = TestCollator("without-article") { title in
    let word = title.hasPrefix("The ") ? String(title.dropFirst(4)) : title
    return Array(word.lowercased().utf8)
  }

  /// All texts in one place.
  static let none = TestCollator("none") { _ in [] }
}

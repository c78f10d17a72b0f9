import Sectional
import SectionalICU
import SectionalTesting
import TestSupport

/// Difficult texts in every store, and the order in which the server itself returns them.
@MainActor enum LocalizedStores {
  static let locales = [
    "sv", "de", "de-u-co-phonebk", "da", "es-u-co-trad", "tr", "cs", "ja", "zh-u-co-stroke", "ko",
    "ru", "th", "und-u-kn", "en-u-kf-upper",
  ]

  /// Items with difficult names, in teams that are difficult, too, or in none.
  static func items() throws -> [Item] {
    let teams = try DifficultTexts.all.prefix(60).map(Optional.some) + [nil]
    return try words().enumerated().map { place, word in
      Item(Int64(place), word, teams[place % teams.count])
    }
  }

  static func words() throws -> [String] {
    try WordGenerator.words(450, seed: 7).filter(WordGenerator.isClear)
  }

  static func stores(_ items: [Item]) async throws -> RecordStores<Item> {
    let stores = try await RecordStores<Item>(items)
    for locale in locales {
      try await stores.server.write(
        "CREATE COLLATION \"\(locale)\" (provider = icu, locale = '\(locale)')")
    }
    return stores
  }

  /// Returns the items' keys in the order that the server's own sorting gives them.
  static func order(
    _ stores: RecordStores<Item>, _ terms: String...
  ) async throws -> [Int64] {
    try await stores.server.write(
      "SELECT id FROM item ORDER BY \((terms + ["id"]).joined(separator: ", "))"
    ).split(separator: "\n").compactMap { Int64($0) }
  }

  static func controllers(
    _ stores: RecordStores<Item>, _ request: ResultsRequest<Item>, _ section: SectionKey<Item>?,
    _ locale: String, tracksChanges: Bool = false
  ) throws -> [(name: String, list: ResultsController<Item>)] {
    func list(_ store: some ResultsStore) -> ResultsController<Item> {
      ResultsController(
        fetchRequest: request, store: store, sectionBy: section, indexTitle: .localized(locale),
        tracksChanges: tracksChanges)
    }
    return [
      ("memory", list(stores.memory)), ("SQLite", list(stores.sqlite)),
      ("Postgres", list(try stores.postgres)),
    ]
  }
}

import Sectional
import SectionalSQL
import SectionalSQLite

#if canImport(SectionalICU)
  import SectionalICU

  /// Contacts in the order of the Swedish alphabet, with its letters as sections and beside the list.
  @MainActor
  final class SwedishContacts {
    let controller: ResultsController<Contact>

    init(store: some ResultsStore) {
      controller = ResultsController(
        fetchRequest: ResultsRequest<Contact>(
          sortBy: [SortKey(\.name, collation: .localized("sv"))]),
        store: store, sectionBy: .indexBucket(of: \.name, locale: "sv"),
        indexTitle: .localized("sv"))
    }

    func load() async throws { try await controller.performFetch() }
  }

  /// Contacts in Japanese order, with the letters A to Z before the rows of kana.
  @MainActor
  func japaneseContacts(in store: some ResultsStore) -> ResultsController<Contact> {
    ResultsController(
      fetchRequest: ResultsRequest<Contact>(
        sortBy: [SortKey(\.name, collation: .localized("ja"))]),
      store: store, sectionBy: .indexBucket(of: \.name, locale: "ja", including: ["en"]),
      indexTitle: .localized("ja", including: ["en"]))
  }

  /// Teams as they are, under the letters of the Swedish alphabet.
  @MainActor
  func teamsByLetter(in store: some ResultsStore) -> ResultsController<Contact> {
    ResultsController(
      fetchRequest: ResultsRequest<Contact>(
        sortBy: [SortKey(\.team, collation: .localized("sv")), SortKey(\.name)]),
      store: store, sectionBy: SectionKey(\.team), indexTitle: .localized("sv"))
  }

  /// Opens a file whose contacts have an index in the order of the Swedish alphabet.
  func storeWithSwedishIndex(at path: String) async throws -> SQLiteStore {
    var configuration = SQLiteConfiguration()
    configuration.collations = [.localized("sv")]
    let store = try SQLiteStore(path: path, configuration: configuration)
    try await store.write { db in
      try db.execute(
        #"CREATE INDEX contact_by_name ON contact(name COLLATE "localized(sv)", id, team)"#)
    }
    return store
  }
#endif

/// An order that ignores the article at the beginning of a title.
struct WithoutArticle: TextCollator {
  let identifier = "without-article"
  let version = "1"

  func sortKey(of text: String) -> [UInt8] {
    let article = ["The ", "An ", "A "].first { text.hasPrefix($0) } ?? ""
    return Array(text.dropFirst(article.count).lowercased().utf8)
  }
}

/// Albums by their titles without articles.
let albums = ResultsRequest<StoredRow>(
  table: "album",
  sortBy: [SortKey(.column("title"), collation: .collator(WithoutArticle()))])

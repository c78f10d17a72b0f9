import Sectional
import SectionalICU
import TestSupport
import Testing

/// Sections by the letters of a language, and the bar of all its letters.
@MainActor @Suite struct LocalizedIndexTests {
  private static let latin = SectionIndexTitle.latin

  private func list(
    _ names: [String], _ locale: String, _ others: [String] = [], kind: StoreKind = .memory
  ) async throws -> ResultsController<Item> {
    let items = names.enumerated().map { Item(Int64($0), $1) }
    let store = try await TestStore(kind, of: Item.self, items)
    defer { withExtendedLifetime(store) {} }
    let list = store.list(
      ResultsRequest<Item>(sortBy: [SortKey(\.name, collation: .localized(locale))]),
      sectionBy: .indexBucket(of: \.name, locale: locale, including: others),
      indexTitle: .localized(locale, including: others), tracksChanges: false)
    try await list.performFetch()
    return list
  }

  private func picture(_ list: ResultsController<Item>) -> [String] {
    ControllerBench.picture(list.results)
  }

  /// The names of the sections that the titles lead to, in the order of the titles.
  private func targets(_ list: ResultsController<Item>) -> [Int?] {
    list.sectionIndexTitles.enumerated().map {
      list.section(forSectionIndexTitle: $1, at: $0)
    }
  }

  private static let swedish = [
    "Öberg", "öl", "Ärla", "ädel", "Åse", "A\u{30A}se", "Zoë", "ana", "Bo", "42", "", "🙂", "あき",
    "Ünal", "Vera", "wera", "Éva", "Æbel", "Øyvind", "Łódź", "ßa",
  ]

  @Test(arguments: StoreKind.allCases)
  func `in Swedish, three letters follow Z`(kind: StoreKind) async throws {
    let list = try await list(Self.swedish, "sv", kind: kind)
    #expect(
      picture(list) == [
        "…:  🙂 42", "A: ana", "B: Bo", "E: Éva", "L: Łódź", "S: ßa", "V: Vera", "W: wera",
        "Y: Ünal", "Z: Zoë", "Å: A\u{30A}se Åse", "Ä: Æbel ädel Ärla", "Ö: Öberg öl Øyvind",
        "…: あき",
      ])
    #expect(list.sectionIndexTitles == ["…"] + Self.latin + ["Å", "Ä", "Ö", "…"])
    #expect(
      list.sections.map(\.key)
        == [0, 1, 2, 5, 12, 19, 22, 23, 25, 26, 27, 28, 29, 30].map {
          .integer($0)
        })
    #expect(list.sections.map(\.indexTitle) == list.sections.map(\.name))
  }

  @Test func `a letter without a section leads to the next one's or to the last`() async throws {
    let titles = ["…"] + Self.latin + ["Å", "Ä", "Ö", "…"]
    let gaps = try await list(["bo", "åse"], "sv")
    #expect(gaps.sectionIndexTitles == titles)
    #expect(targets(gaps) == [0, 0, 0] + Array(repeating: 1, count: titles.count - 3))
    let none = try await list([], "sv")
    #expect(none.sectionIndexTitles == titles)
    #expect(targets(none).allSatisfy { $0 == nil })
  }

  @Test func `what stands before and after the letters has one title and two sections`()
    async throws
  {
    let list = try await list(["1", "ada", "あき"], "sv")
    #expect(list.sections.map(\.name) == ["…", "A", "…"])
    #expect(list.sectionIndexTitles.first == "…" && list.sectionIndexTitles.last == "…")
    #expect(targets(list).first == 0 && targets(list).last == 2)
    let letterless = try await self.list(["あき"], "sv")
    #expect(Set(targets(letterless)) == [0])
  }

  @Test func `letters of other languages have their own titles, and what is between them too`()
    async throws
  {
    let japanese = try await list(["bo", "あき", "カナ", "Жук", "1", "ｱ", "明"], "ja", ["en"])
    let kana = ["あ", "か", "さ", "た", "な", "は", "ま", "や", "ら", "わ"]
    #expect(japanese.sectionIndexTitles == ["…"] + Self.latin + ["…"] + kana + ["…"])
    #expect(picture(japanese) == ["…: 1", "B: bo", "あ: ｱ あき", "か: カナ", "…: 明 Жук"])
    let greek = try await list(["bo", "Ωδή", "Жук", "あき"], "en", ["ru"])
    #expect(picture(greek) == ["B: bo", "…: Ωδή", "Ж: Жук", "…: あき"])
    #expect(targets(greek)[27] == 1)
    #expect(targets(greek).last == 3)
    let russian = try await list(["bo", "Ёлка", "Елка", "йод", "ъ"], "ru", ["en"])
    #expect(russian.sectionIndexTitles.prefix(8) == ["…", "А", "Б", "В", "Г", "Д", "Е", "Ж"])
    #expect(russian.sectionIndexTitles.suffix(28) == ["Я"] + Self.latin + ["…"])
    #expect(picture(russian) == ["Е: Елка Ёлка", "Й: йод", "Щ: ъ", "B: bo"])
  }

  @Test func `Chinese is under the letters of its pronunciation, or under its strokes`()
    async throws
  {
    let names = ["王伟", "李娜", "一", "张三", "bo", "波", "阿"]
    // Chinese names come before all others, and share their letters.
    #expect(
      picture(try await list(names, "zh")) == [
        "A: 阿", "B: 波 bo", "L: 李娜", "W: 王伟", "Y: 一", "Z: 张三",
      ])
    let strokes = try await list(names, "zh-u-co-stroke")
    #expect(strokes.sections.map(\.name).contains("1劃"))
    #expect(
      picture(strokes).filter { $0.contains("劃") } == ["1劃: 一", "4劃: 王伟", "7劃: 张三 李娜", "8劃: 波 阿"])
  }

  @Test func `Korean is under the consonant that begins the syllable`() async throws {
    let list = try await list(["한글", "가람", "\u{1100}\u{1161}람", "나무", "金", "ㄱ"], "ko")
    #expect(list.sections.map(\.name).prefix(2) == ["ㄱ", "ㄴ"])
    #expect(list.sections.last?.first?.name == "한글")
    #expect(list.sectionIndexTitles.first == "…" && list.sectionIndexTitles.contains("ㅎ"))
  }
}

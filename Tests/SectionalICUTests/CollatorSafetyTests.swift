import Sectional
import SectionalICU
import SectionalSQL
import TestSupport
import Testing

/// Texts that nobody expects neither crash the program nor hold it up.
@MainActor @Suite struct CollatorSafetyTests {
  /// Returns the identities of the rows of an SQLite file in the order of a language.
  private func order(
    _ insert: String, _ locale: String, sectionBy section: SectionKey<StoredRow>? = nil
  ) async throws -> [Int64] {
    let store = try await TestStore(
      .sqlite,
      sqlite: """
        CREATE TABLE thing(id INTEGER PRIMARY KEY, name); INSERT INTO thing VALUES \(insert)
        """)
    defer { withExtendedLifetime(store) {} }
    let list = store.list(
      ResultsRequest<StoredRow>(
        table: "thing", sortBy: [SortKey(.column("name"), collation: .localized(locale))]),
      sectionBy: section, tracksChanges: false)
    try await list.performFetch()
    return list.results.rows.keys.compactMap { key in
      if case .integer(let id) = key.values[0] { id } else { nil }
    }
  }

  @Test func `malformed text is ordered as if it had replacement characters`() async throws {
    let order = try await order(
      """
      (1, 'b'), (2, CAST(x'6162ff' AS TEXT)), (3, 'ab'), (4, CAST(x'ff41' AS TEXT)),
      (5, char(0xFFFD) || 'A'), (6, 'abc'), (7, CAST(x'eda080' AS TEXT)), (8, CAST(x'c3' AS TEXT))
      """, "sv")
    #expect(Set(order) == Set(1...8))
    // U+FFFD is ordered after every letter, and equal sort keys are ordered by their bytes.
    #expect(order.filter { [3, 6, 1].contains($0) } == [3, 6, 1])
    #expect(order.filter { [4, 5].contains($0) } == [5, 4])
    let collator = LocalizedCollator("sv")
    func key(_ bytes: [UInt8]) -> [UInt8] {
      var key: [UInt8] = [7]
      unsafe bytes.withUnsafeBytes { unsafe collator.appendSortKey(ofUTF8: $0, to: &key) }
      return Array(key.dropFirst())
    }
    #expect(key([0xFF, 0x41]) == collator.sortKey(of: "\u{FFFD}A"))
    #expect(key([0x61, 0xC3]) == collator.sortKey(of: "a\u{FFFD}"))
    #expect(key([]) == collator.sortKey(of: ""))
    let long = Array(repeating: UInt8(0xFF), count: 5000)
    #expect(key(long) == collator.sortKey(of: String(decoding: long, as: UTF8.self)))
  }

  @Test func `malformed text stands after the letters, like U+FFFD`() async throws {
    let order = try await order(
      "(1, 'b'), (2, CAST(x'ff41' AS TEXT)), (3, CAST(x'ff41' AS TEXT)), (4, 'å')", "sv",
      sectionBy: .indexBucket(of: "name", locale: "sv"))
    #expect(order == [1, 4, 2, 3])
  }

  @Test func `a zero byte doesn't end a text`() async throws {
    let order = try await order(
      """
      (1, 'a' || char(0) || 'b'), (2, 'aa'), (3, 'a'), (4, 'ac'), (5, ''), (6, char(0)),
      (7, 'a' || char(0) || 'd')
      """, "sv")
    #expect(order == [5, 6, 3, 2, 1, 4, 7])
    let collator = LocalizedCollator("sv")
    #expect(collator.sortKey(of: "a\u{0}b") == collator.sortKey(of: "ab"))
    #expect(collator.sortKey(of: "") == collator.sortKey(of: "\u{0}"))
  }

  @Test func `a text of forty megabytes comes last`() {
    let collator = LocalizedCollator("sv")
    let letters = String(repeating: "a", count: 40 << 20)
    let key = collator.sortKey(of: letters)
    for text in ["", "a", "ö", "あ", "\u{10FFFF}", "\u{FFFF}"] {
      #expect(collator.sortKey(of: text).lexicographicallyPrecedes(key))
    }
    #expect(SectionIndexTitle.localized("sv")(letters) == "…")
  }

  @Test func `texts of every length around the sizes of buffers have whole keys`() {
    let collator = LocalizedCollator("sv")
    for length in Array(0...70) + Array(500...530) + [1023, 1024, 4096, 100_000] {
      // Every letter has one primary weight, so the key of a longer text is longer.
      let text = String(repeating: "å", count: length)
      let longer = collator.sortKey(of: text + "å")
      #expect(collator.sortKey(of: text).lexicographicallyPrecedes(longer))
      #expect(longer == collator.sortKey(of: text + "a\u{30A}"))
    }
    // This one character stands for eighteen.
    let phrase = String(repeating: "\u{FDFA}", count: 3000)
    #expect(collator.sortKey(of: phrase).count > 3000 * 18)
  }

  @Test func `many threads use one collator`() async throws {
    let words = try WordGenerator.words(1500, seed: 5)
    let collator = LocalizedCollator("zh")
    let title = SectionIndexTitle.localized("zh", including: ["ja", "ru"])
    let keys = words.map { collator.sortKey(of: $0) }
    let titles = words.map { title($0) }
    let agreements = await withTaskGroup { group in
      for task in 0..<16 {
        group.addTask { @concurrent in
          words.indices.allSatisfy { place in
            let place = (place + task * 93) % words.count
            return collator.sortKey(of: words[place]) == keys[place]
              && title(words[place]) == titles[place]
          }
        }
      }
      var agreements: [Bool] = []
      for await agrees in group { agreements.append(agrees) }
      return agreements
    }
    #expect(agreements == Array(repeating: true, count: 16))
  }
}

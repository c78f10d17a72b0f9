import Foundation
import Sectional
import TestSupport
import Testing

/// Texts that Unicode calls canonically equal, wherever letters are counted.
@MainActor @Suite struct CanonicalEquivalenceTests {
  /// Returns the key of each text's section.
  private func keys(
    of texts: [String], _ section: SectionKey<Item>
  ) throws -> [StoredValue] {
    let store = MemoryStore(try MemoryTable(for: Item.self))
    try store.write { db in
      for (id, text) in texts.enumerated() { try db.insert(Item(Int64(id), text, nil)) }
    }
    let list = try ResultsController(
      immediatelyFetching: ResultsRequest<Item>(), store: store, sectionBy: section)
    var keys = texts.map { _ in StoredValue.null }
    for section in list.results {
      for item in section { keys[Int(item.id)] = section.key }
    }
    return keys
  }

  @Test(
    arguments: [
      SectionKey<Item>.firstLetter(of: \.name), .prefix(of: \.name, length: 1),
      .prefix(of: \.name, length: 2), .prefix(of: \.name, length: 9),
    ])
  func `canonically equal texts are in one section`(section: SectionKey<Item>) throws {
    let groups = CanonicalForms.all + CanonicalForms.marked
    #expect(groups.count > 14_000)
    let keys = try keys(of: groups.flatMap { $0 }, section)
    var start = 0
    for group in groups {
      let found = Set(keys[start..<(start + group.count)])
      if found.count != 1 { Issue.record("\(Array(group[0].unicodeScalars)): \(found)") }
      start += group.count
    }
  }

  @Test func `texts that aren't canonically equal stay apart`() throws {
    let decompositions = Set(
      CanonicalForms.all.map { Array($0[0].decomposedStringWithCanonicalMapping.unicodeScalars) })
    let keys = try keys(of: CanonicalForms.all.flatMap { $0 }, .prefix(of: \.name, length: 9))
    #expect(Set(keys).count == decompositions.count)
    // Neighbors of the last consonants.
    let hangul = ["\u{AC00}", "\u{AC00}\u{11A7}", "\u{AC1C}", "\u{AC00}\u{11C3}"]
    #expect(Set(try self.keys(of: hangul, .firstLetter(of: \.name))).count == 4)
    let long = ["E\u{301}\u{11C3}\u{AC00}\u{11A8}", "\u{C9}\u{11C3}\u{AC01}"]
    #expect(
      Set(try self.keys(of: long, .prefix(of: \.name, length: 9))) == [.text(long[1])])
  }

  @Test func `canonically equal texts fold alike`() {
    for group in CanonicalForms.all + CanonicalForms.marked {
      let found = Set(group.map { TextFolding.folded($0) })
      if found.count != 1 { Issue.record("\(Array(group[0].unicodeScalars)): \(found)") }
    }
    let vowels = ["\u{F40}\u{F73}\u{F75}", "\u{F40}\u{F71}\u{F71}\u{F72}\u{F74}"]
    #expect(TextFolding.folded(vowels[0]) == TextFolding.folded(vowels[1]))
  }

  @Test func `listed and declared keys are canonically equal to those of the rows`() throws {
    let store = MemoryStore(try MemoryTable(for: Item.self))
    try store.write { db in
      for (id, text) in ["\u{C9}mile", "ada", "\u{AC01}"].enumerated() {
        try db.insert(Item(Int64(id), text, nil))
      }
    }
    let letters = ["\u{AC00}\u{11A8}", "E\u{301}", "A", "O\u{308}"]
    for section in [
      SectionKey<Item>.firstLetter(of: \.name).ordered(as: letters, showsEmpty: true),
      .prefix(of: \.name, length: 1).ordered(as: letters.map { $0 == "A" ? "a" : $0 })
        .declaring(["o\u{308}"]),
    ] {
      let list = try ResultsController(
        immediatelyFetching: ResultsRequest<Item>(), store: store, sectionBy: section)
      #expect(list.results.map(\.count) == [1, 1, 1, 0])
      #expect(list.results.map(\.key).prefix(2) == ["\u{AC01}", "\u{C9}"])
    }
  }
}

import Testing

@testable import SectionalBench

/// The contents of the tables that are measured.
struct ItemTests {
  @Test
  func `an identifier always has the same contents`() {
    #expect(Item(random: 7, among: 1000) == Item(random: 7, among: 1000))
    #expect(Item(random: 7, among: 1000) != Item(random: 8, among: 1000))
  }

  @Test(arguments: [1, 50, 1000, 100_000])
  func `teams and names have the expected lengths`(rows: Int) {
    let items = (1...2000).map { Item(random: $0, among: rows) }
    #expect(items.allSatisfy { $0.team.count == 10 && (8...24).contains($0.name.utf8.count) })
    #expect(Set(items.map(\.team)).count <= max(1, rows / 100))
    #expect(Set(items.map(\.name)).count == items.count)
  }

  @Test(arguments: [(0, 1), (127, 1), (128, 2), (32_767, 2), (32_768, 3), (.max, 8)])
  func `integers take the fewest bytes`(id: Int64, bytes: Int) {
    let item = Item(id: id, team: "", name: "", score: 0, rank: 0)
    #expect(item.packedBytes == bytes + 9)
  }

  @Test
  func `drawn numbers are distinct`() {
    var generator = Generator(seed: 1)
    let numbers = generator.distinct(100, upTo: 100)
    #expect(Set(numbers) == Set(1...100))
    #expect(numbers != numbers.sorted())
  }
}

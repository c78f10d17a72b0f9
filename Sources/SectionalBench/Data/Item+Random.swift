extension Item {
  /// Creates the item for an identifier, which is always the same for a table of the given number of rows.
  ///
  /// Each item is drawn independently, so that the order of teams and names is unrelated to that of identifiers.
  init(random id: Int64, among rows: Int) {
    var generator = Generator(seed: UInt64(bitPattern: id) &* 0xD6E8_FEB8_6659_FD93)
    self.init(
      id: id, team: Item.randomTeam(among: rows, &generator), name: Item.randomName(&generator),
      score: Double(generator.below(1_000_000)) / 16, rank: Int64(generator.below(1_000_000)))
  }

  /// Draws one of a table's teams; there is one for every hundred rows, and at most ten thousand.
  static func randomTeam(among rows: Int, _ generator: inout Generator) -> String {
    let number = String(generator.below(min(max(1, rows / 100), 10_000)))
    return "Team " + String(repeating: "0", count: max(0, 5 - number.count)) + number
  }

  /// Draws a name of 8 to 24 letters.
  static func randomName(_ generator: inout Generator) -> String {
    let length = 8 + generator.below(17)
    var letters: [UInt8] = []
    letters.reserveCapacity(length)
    while letters.count < length {
      var bits = generator.next()
      for _ in 0..<min(8, length - letters.count) {
        letters.append(UInt8(ascii: "a") + UInt8(bits % 26))
        bits /= 26
      }
    }
    letters[0] -= UInt8(ascii: "a") - UInt8(ascii: "A")
    return String(decoding: letters, as: UTF8.self)
  }
}

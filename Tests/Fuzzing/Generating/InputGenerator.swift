import SectionalTesting

/// Makes inputs from those of a corpus: changes bytes, and joins what two of them begin and end with.
struct InputGenerator {
  private var random: SeededGenerator
  private let corpus: [[UInt8]]

  /// - Parameters:
  ///   - seed: The seed; the same one makes the same inputs of the same corpus.
  ///   - corpus: Inputs to begin with.
  init(seed: UInt64, corpus: [[UInt8]]) {
    random = SeededGenerator(seed: seed)
    self.corpus = corpus
  }

  /// Returns the next input, of at most a thousand bytes.
  mutating func next() -> [UInt8] {
    var input = random.element(of: corpus) ?? []
    if random.happens(onceIn: 4), let other = random.element(of: corpus) {
      input =
        input.prefix(random.below(input.count + 1)) + other.suffix(random.below(other.count + 1))
    }
    for _ in 0...random.below(6) { change(&input) }
    return Array(input.prefix(1000))
  }

  private mutating func change(_ input: inout [UInt8]) {
    let place = random.below(input.count + 1)
    switch random.below(input.isEmpty ? 1 : 6) {
    case 0:
      let bytes = (0..<(1 + random.below(24))).map { _ in UInt8(random.below(256)) }
      input.insert(contentsOf: bytes, at: place)
    case 1: input.removeSubrange(place..<min(place + 1 + random.below(8), input.count))
    case 2:
      let piece = input[place..<min(place + 1 + random.below(16), input.count)]
      input.insert(contentsOf: piece, at: random.below(input.count + 1))
    case 3: input[min(place, input.count - 1)] ^= 1 << UInt8(random.below(8))
    default: input[min(place, input.count - 1)] = UInt8(random.below(256))
    }
  }
}

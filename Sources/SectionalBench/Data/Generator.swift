/// A repeatable source of random numbers.
///
/// One seed always gives the same numbers on every platform. The algorithm is SplitMix64. The drawing methods don't use
/// those of the standard library, which may change between versions.
struct Generator {
  private var state: UInt64

  /// Creates a generator from a seed.
  init(seed: UInt64) { state = seed }

  /// Returns the next 64 random bits.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Draws a number from zero up to, but not including, a bound.
  mutating func below(_ bound: Int) -> Int {
    bound > 1 ? Int(truncatingIfNeeded: (next() >> 1) % UInt64(bound)) : 0
  }

  /// Draws distinct numbers from one up to a bound, in random order.
  mutating func distinct(_ count: Int, upTo bound: Int) -> [Int64] {
    guard count > bound / 16 else { return few(count, upTo: bound) }
    var numbers = (0..<bound).map { Int64($0 + 1) }
    let count = min(count, bound)
    for place in 0..<count { numbers.swapAt(place, place + below(bound - place)) }
    return Array(numbers.prefix(count))
  }

  private mutating func few(_ count: Int, upTo bound: Int) -> [Int64] {
    var numbers: [Int64] = []
    var drawn: Set<Int64> = []
    while numbers.count < count {
      let number = Int64(below(bound) + 1)
      if drawn.insert(number).inserted { numbers.append(number) }
    }
    return numbers
  }
}

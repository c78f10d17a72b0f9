/// A repeatable source of random numbers.
///
/// One seed always gives the same numbers on every platform.
///
/// The algorithm is SplitMix64. The drawing methods don't use those of the standard library, which may change from one
/// version of Swift to the next.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator from a seed.
  public init(seed: UInt64) { state = seed }

  /// Returns the next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Draws a number from zero up to, but not including, a bound.
  ///
  /// - Returns: The number, or zero if the bound isn't positive.
  public mutating func below(_ bound: Int) -> Int {
    bound > 1 ? Int(truncatingIfNeeded: (next() >> 1) % UInt64(bound)) : 0
  }

  /// Returns `true` once in a number of times, on average.
  public mutating func happens(onceIn times: Int) -> Bool { below(times) == 0 }

  /// Draws an element, or returns `nil` for an empty collection.
  public mutating func element<Choices: RandomAccessCollection>(
    of choices: Choices
  ) -> Choices.Element? {
    guard !choices.isEmpty else { return nil }
    return choices[choices.index(choices.startIndex, offsetBy: below(choices.count))]
  }
}

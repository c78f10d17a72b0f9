/// A repeatable source of random numbers: one seed gives the same numbers everywhere and always.
///
/// The algorithm is SplitMix64. The draws below are made here and not by the standard library,
/// whose own may change from one version of Swift to the next.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes a generator that starts at a seed.
  public init(seed: UInt64) { state = seed }

  /// Returns the next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Draws a number from zero up to, but without, a bound.
  ///
  /// - Returns: Zero where the bound leaves nothing to draw from.
  public mutating func below(_ bound: Int) -> Int {
    bound > 1 ? Int(truncatingIfNeeded: (next() >> 1) % UInt64(bound)) : 0
  }

  /// Draws true once in a number of times.
  public mutating func happens(onceIn times: Int) -> Bool { below(times) == 0 }

  /// Draws an element, or nothing from an empty collection.
  public mutating func element<Choices: RandomAccessCollection>(
    of choices: Choices
  ) -> Choices.Element? {
    guard !choices.isEmpty else { return nil }
    return choices[choices.index(choices.startIndex, offsetBy: below(choices.count))]
  }
}

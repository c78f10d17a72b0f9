/// The numbers of a column, added up and counted; nulls and texts are left out.
struct NumberTotal: Sendable {
  /// How many numbers there are.
  private(set) var count = 0
  private var integers: Int128 = 0
  private var reals = 0
  private var finite = ExactSum()
  private var (infinities, negativeInfinities, notNumbers) = (0, 0, 0)

  /// Adds a number.
  ///
  /// - Parameters:
  ///   - number: The number.
  ///   - asIntegers: Whether reals without a fraction are taken for integers.
  mutating func add(_ number: PackedNumber, asIntegers: Bool = false) {
    count += 1
    switch number {
    case .integer(let integer): integers += Int128(integer)
    case .real(let real):
      if asIntegers, let integer = Int64(exactly: real) {
        integers += Int128(integer)
        return
      }
      reals += 1
      if real.isNaN {
        notNumbers += 1
      } else if real.isInfinite {
        if real > 0 { infinities += 1 } else { negativeInfinities += 1 }
      } else {
        finite.add(real)
      }
    }
  }

  /// Adds other numbers.
  mutating func add(_ other: NumberTotal) {
    count += other.count
    integers += other.integers
    reals += other.reals
    finite.add(other.finite)
    infinities += other.infinities
    negativeInfinities += other.negativeInfinities
    notNumbers += other.notNumbers
  }

  /// The sum: an integer if all numbers are, and otherwise the nearest double; `nothing` if there is no number.
  var sum: AggregateResult {
    guard count > 0 else { return .nothing }
    guard reals > 0 else { return .integer(integers) }
    return .real(special ?? exact.rounded)
  }

  /// The average, rounded once; `nothing` if there is no number.
  var average: AggregateResult {
    guard count > 0 else { return .nothing }
    return .real(special ?? exact.divided(by: UInt64(count)))
  }

  private var exact: ExactSum {
    var sum = finite
    sum.add(integers)
    return sum
  }

  /// The sum if one of the numbers isn't finite.
  private var special: Double? {
    if notNumbers > 0 || infinities > 0 && negativeInfinities > 0 { return .nan }
    if infinities > 0 { return .infinity }
    return negativeInfinities > 0 ? -.infinity : nil
  }
}

/// What an aggregate is of some rows, without a type.
enum AggregateResult: Sendable {
  /// There is no value.
  case nothing
  case integer(Int128)
  case real(Double)
  case cell(StoredValue)
}

extension AggregateResult: Equatable {
  /// Returns whether both are the same to the last bit.
  static func == (left: AggregateResult, right: AggregateResult) -> Bool {
    switch (left, right) {
    case (.nothing, .nothing): true
    case (.integer(let one), .integer(let other)): one == other
    case (.real(let one), .real(let other)): one.bitPattern == other.bitPattern
    case (.cell(let one), .cell(let other)): one == other
    default: false
    }
  }
}

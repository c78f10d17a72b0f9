import Sectional
import SectionalTesting

extension SeededGenerator {
  /// Draws any value; most numbers are around the point where doubles begin to skip integers.
  mutating func anyValue() -> StoredValue {
    switch below(10) {
    case 0: .null
    case 1, 2: .integer(boundaryInteger())
    case 3: .integer(Int64(below(5)) - 2)
    case 4, 5: .real(boundaryReal())
    case 6: .real(anyReal())
    case 7: .text(String(decoding: bytes(), as: UTF8.self))
    case 8: .malformedText([0xFF] + bytes())
    default: .blob(bytes())
    }
  }

  private mutating func boundaryInteger() -> Int64 {
    let power = Int64(1) << Int64(50 + below(13))
    let near = (happens(onceIn: 4) ? Int64.max : power) &+ Int64(below(2050) - 1025)
    return happens(onceIn: 2) ? near : 0 &- near
  }

  private mutating func boundaryReal() -> Double {
    var real = Double(boundaryInteger())
    for _ in 0..<below(3) { real = happens(onceIn: 2) ? real.nextUp : real.nextDown }
    return real
  }

  private mutating func anyReal() -> Double {
    let odd: [Double] = [
      0, -0.0, .infinity, -.infinity, 0.5, -0.5, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
    ]
    let real = Double(bitPattern: next())
    return happens(onceIn: 2) || real.isNaN ? element(of: odd) ?? 0 : real
  }

  /// Draws a few bytes, most of which could be mistaken for a terminator.
  private mutating func bytes() -> [UInt8] {
    let few: [UInt8] = [0, 0, 1, 0xFF, 0x41, 0x61, 0x5B]
    return (0..<below(12)).map { _ in element(of: few) ?? 0 }
  }
}

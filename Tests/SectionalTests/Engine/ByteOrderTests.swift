import SectionalTesting
import Testing

@testable import Sectional

struct ByteOrderTests {
  @Test
  func `bytes are compared as the standard library compares them`() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<20000 {
      let shared = (0..<generator.below(20)).map { _ in UInt8(generator.below(256)) }
      let left = shared + (0..<generator.below(3)).map { _ in UInt8(generator.below(256)) }
      let right = shared + (0..<generator.below(3)).map { _ in UInt8(generator.below(256)) }
      let order = ByteOrder.compare(left[...], right[...])
      try #require((order == .less) == left.lexicographicallyPrecedes(right))
      try #require((order == .equal) == (left == right))
    }
  }

  @Test
  func `slices are compared from their own beginning`() {
    let bytes: [UInt8] = [9, 1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7, 8]
    #expect(ByteOrder.compare(bytes[1..<9], bytes[10..<18]) == .equal)
    #expect(ByteOrder.compare(bytes[0..<9], bytes[10..<18]) == .greater)
  }
}

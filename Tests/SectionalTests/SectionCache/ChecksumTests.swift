import SectionalTesting
import Testing

@testable import Sectional

/// The number that shows whether the bytes of a file are the ones that were written.
@Suite struct ChecksumTests {
  // Counts around the sizes of 8 and 32 bytes that are processed together.
  @Test(arguments: [0, 1, 7, 8, 9, 31, 32, 33, 63, 64, 65, 200])
  func `every bit that is flipped gives another sum, each its own`(count: Int) {
    var generator = SeededGenerator(seed: UInt64(count))
    var bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    var sums: Set<UInt64> = [Checksum.of(bytes)]
    for place in bytes.indices {
      for bit in 0..<8 {
        bytes[place] ^= 1 << bit
        sums.insert(Checksum.of(bytes))
        bytes[place] ^= 1 << bit
      }
    }
    #expect(sums.count == 8 * count + 1)
  }

  @Test func `every byte has a different sum for each value`() {
    for place in [0, 31, 32, 40] {
      var bytes = Array(repeating: 0x55 as UInt8, count: 41)
      let sums = Set(
        (0...255).map { value in
          bytes[place] = UInt8(value)
          return Checksum.of(bytes)
        })
      #expect(sums.count == 256)
    }
  }

  @Test func `bytes that are cut off, added or swapped give another sum`() {
    let zeros = Array(repeating: 0 as UInt8, count: 300)
    let sums = Set((0...300).map { Checksum.of(zeros, 0..<$0) })
    #expect(sums.count == 301)
    let bytes = (0..<96).map { UInt8($0) }
    for distance in [1, 8, 32] {
      var swapped = bytes
      swapped.swapAt(0, distance)
      #expect(Checksum.of(swapped) != Checksum.of(bytes))
    }
    // Whole words between lanes, and whole rounds of all lanes.
    #expect(Checksum.of(Array(bytes[8..<16] + bytes[0..<8] + bytes[16...])) != Checksum.of(bytes))
    #expect(Checksum.of(Array(bytes[32..<64] + bytes[0..<32] + bytes[64...])) != Checksum.of(bytes))
  }

  @Test func `a range is summed as if it stood alone`() {
    var generator = SeededGenerator(seed: 9)
    let bytes = (0..<150).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    for start in [0, 1, 3, 8, 17] {
      for end in [start, start + 1, start + 40, 150] {
        #expect(Checksum.of(bytes, start..<end) == Checksum.of(Array(bytes[start..<end])))
      }
    }
  }

  @Test func `a sum is written as sixteen digits`() {
    #expect((0 as UInt64).sixteenDigits == "0000000000000000")
    #expect((0x0123_4567_89AB_CDEF as UInt64).sixteenDigits == "0123456789abcdef")
    #expect(UInt64.max.sixteenDigits == "ffffffffffffffff")
  }
}

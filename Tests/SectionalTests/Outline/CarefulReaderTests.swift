import SectionalTesting
import Testing

@testable import Sectional

/// Reading numbers and cells from bytes that nobody vouches for.
struct CarefulReaderTests {
  @Test(
    arguments: [
      0, 1, -1, 63, 64, -64, -65, 127, 128, 255, 256, 1 << 31, -(1 << 31), 1 << 54, .max, .min,
      .max - 1, .min + 1,
    ] as [Int64])
  func `numbers are read as they were written, and not if they are cut off`(number: Int64) {
    var bytes: [UInt8] = []
    CarefulReader.append(number, to: &bytes)
    var reader = CarefulReader(bytes, 0..<bytes.count)
    #expect(reader.number() == number)
    #expect(reader.isAtEnd)
    for count in bytes.indices {
      var short = CarefulReader(bytes, 0..<count)
      #expect(short.number() == nil)
    }
  }

  @Test func `nothing is read behind the end of the range or of the bytes`() {
    let bytes: [UInt8] = [1, 2, 3, 4, 5, 6]
    var part = CarefulReader(bytes, 1..<4)
    #expect(part.position == 1)
    #expect(part.take(4) == nil)
    #expect(part.take(-1) == nil)
    #expect(part.take(2) == 1..<3)
    #expect(!part.isAtEnd)
    #expect(part.length() == 4)
    #expect(part.isAtEnd)
    #expect(part.length() == nil)
    #expect(part.take(0) == 4..<4)
    var beyond = CarefulReader(bytes, 4..<100)
    #expect(beyond.take(3) == nil)
    #expect(beyond.take(2) == 4..<6)
    #expect(beyond.isAtEnd)
  }

  @Test func `lengths of up to 63 bits are read, and longer ones are not`() {
    for (bytes, length) in [
      ([0], 0), ([0x7F], 127), ([0x80, 1], 128), ([0xFF, 0x7F], 16_383),
      (Array(repeating: 0xFF, count: 8) + [0x7F], Int.max),
      (Array(repeating: 0xFF, count: 9) + [0x01], nil), ([0x80], nil), ([], nil),
    ] as [([UInt8], Int?)] {
      var reader = CarefulReader(bytes, 0..<bytes.count)
      #expect(reader.length() == length)
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `each cell of a row is skipped as a whole`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let values = (0..<30).map { _ in generator.anyValue() }
    let bytes = PackedRow(values).bytes
    var (reader, end) = (CarefulReader(bytes, 0..<bytes.count), 0)
    for value in values {
      #expect(reader.cell() == end..<(end + PackedRow([value]).bytes.count))
      end = reader.position
    }
    #expect(reader.isAtEnd)
    #expect(reader.cell() == nil)
    var again = CarefulReader(bytes, 0..<bytes.count)
    #expect(again.cells(values.count) == 0..<bytes.count)
    var short = CarefulReader(bytes, 0..<(bytes.count - 1))
    #expect(short.cells(values.count) == nil)
    var many = CarefulReader(bytes, 0..<bytes.count)
    #expect(many.cells(values.count + 1) == nil)
  }

  @Test func `words are read as they were appended`() {
    var bytes: [UInt8] = [9]
    bytes.append(word: 0x0102_0304)
    bytes.append(longWord: 0xF1F2_F3F4_F5F6_F7F8)
    #expect(bytes.count == 13)
    #expect(bytes.word(at: 1) == 0x0102_0304)
    #expect(bytes.longWord(at: 5) == 0xF1F2_F3F4_F5F6_F7F8)
    #expect(bytes[1] == 4)
  }
}

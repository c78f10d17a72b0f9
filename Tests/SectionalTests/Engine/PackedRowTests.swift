import Sectional
import SectionalTesting
import Testing

struct PackedRowTests {
  @Test
  func `cells are unpacked as they were packed`() {
    var generator = SeededGenerator(seed: 6)
    for _ in 0..<3000 {
      let values = (0..<generator.below(8)).map { _ in generator.anyValue() }
      let row = PackedRow(values)
      let expected = values.map(OracleValue.init)
      #expect(row.values.map(OracleValue.init) == expected)
      #expect(values.indices.map { OracleValue(row.value(at: $0)) } == expected)
      #expect(row.value(at: values.count) == .null)
    }
  }

  @Test
  func `integers of every length are unpacked as they were packed`() {
    for shift in 0..<63 {
      let power = Int64(1) << Int64(shift)
      for integer in [power - 1, power, -power, -power - 1] {
        #expect(PackedRow([.integer(integer)]).values == [.integer(integer)])
      }
    }
    #expect(
      PackedRow([.integer(.max), .integer(.min)]).values == [.integer(.max), .integer(.min)])
    #expect(PackedRow([.integer(127)]).bytes.count == 2)
    #expect(PackedRow([.integer(128)]).bytes.count == 3)
  }

  @Test(arguments: [0, 1, 127, 128, 16383, 16384, 2_097_152])
  func `texts and blobs of any length are unpacked as they were packed`(length: Int) {
    let bytes = [UInt8](repeating: 0x61, count: length)
    let values: [StoredValue] = [.blob(bytes), .text(String(decoding: bytes, as: UTF8.self)), 7]
    #expect(PackedRow(values).values == values)
  }

  @Test
  func `every zero is one zero, and every nan one nan`() {
    #expect(PackedRow([.real(-0.0)]) == PackedRow([.real(0)]))
    let nan = Double(nan: 1, signaling: false)
    #expect(PackedRow([.real(nan)]) == PackedRow([.real(.nan)]))
  }

  @Test
  func `rows are equal only when types and bytes are`() {
    let different: [StoredValue] = [
      1, 1.0, "1", .blob([0x31]), .null, "", .blob([]), "\u{E4}", "a\u{308}", "A", "a",
    ]
    #expect(Set(different.map { PackedRow([$0]) }).count == different.count)
    #expect(PackedRow(["a", "b"]) != PackedRow(["ab", ""]))
    #expect(PackedRow([]) != PackedRow([.null]))
  }
}

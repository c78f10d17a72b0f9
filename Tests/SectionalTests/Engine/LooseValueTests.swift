import Testing

@testable import Sectional

/// What a database can take for equal has the same loose value.
@Suite struct LooseValueTests {
  private static let equal: [[StoredValue]] = [
    [.integer(7), .real(7), .text("7"), .text(" 7.0 "), .text("7e0"), .text("\t7\n")],
    [.integer(0), .real(0), .real(-0.0), .text("-0")],
    [.text("Ada"), .text("ADA"), .text("ada  ")],
    [.text(""), .text("  ")],
    [.null],
    [.blob([])],
    [.text("é")], [.text("É")],
    [
      .text("00112233-4455-6677-8899-AABBCCDDEEFF"), .text("00112233-4455-6677-8899-aabbccddeeff"),
      .blob([
        0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE,
        0xFF,
      ]),
    ],
    [.text("00112233-4455-6677-8899-AABBCCDDEEFG")],
    [.integer(.max), .text("9223372036854775807")],
  ]

  @Test(arguments: equal.indices)
  func `equal values are the same, and others aren't`(index: Int) {
    for value in Self.equal[index] {
      for (other, values) in Self.equal.enumerated() {
        for another in values {
          let isSame = LooseValue(value) == LooseValue(another)
          #expect(isSame == (index == other), "\(value) and \(another)")
          if isSame { #expect(LooseValue(value).hash == LooseValue(another).hash) }
        }
      }
    }
  }
}

import Foundation
import Sectional
import Testing

/// What is shown of a list's sections, kept until the next launch.
@Suite struct DisplayCodingTests {
  private func copy<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  @Test func `a display is read as it was written`() throws {
    var display = SectionDisplay(rows: .last(3))
    #expect(try copy(display) == display)
    display.collapseAll()
    for key: StoredValue in [.null, 7, 1.5, "Red", .blob([0, 255]), .malformedText([0xFF])] {
      display.expand(key)
      display.showAllRows(of: key)
    }
    display.merged = [
      MergedSections(from: nil, through: 3, as: "early", named: "Early"),
      MergedSections(from: 9.0, as: .blob([1])),
    ]
    #expect(try copy(display) == display)
    #expect(try copy(SectionDisplay.all) == .all)
    #expect(try copy(SectionDisplay(rows: .first(0))) == SectionDisplay(rows: .first(0)))
  }

  @Test(
    arguments: [
      .null, .integer(.min), .integer(.max), .real(0.1), .real(.infinity), .real(-.infinity),
      .real(.leastNonzeroMagnitude), .text(""), .text("e\u{301}\0"), .malformedText([0x61, 0xFF]),
      .blob([]),
    ] as [StoredValue])
  func `a value is read with its type and its bytes`(value: StoredValue) throws {
    #expect(try copy([value]) == [value])
  }

  @Test func `what an older release wrote is read, and a damaged value is an error`() throws {
    let decoder = JSONDecoder()
    #expect(try decoder.decode(SectionDisplay.self, from: Data("{}".utf8)) == .all)
    let twice = #"{"exceptions":[{"integer":7},{"real":"7.0"}]}"#
    let display = try decoder.decode(SectionDisplay.self, from: Data(twice.utf8))
    #expect(display.isCollapsed(7))
    for text in ["{}", #"{"first":1,"last":1}"#, #"{"middle":1}"#] {
      #expect(throws: DecodingError.self) {
        try decoder.decode(SectionDisplay.Rows.self, from: Data(text.utf8))
      }
    }
    for text in ["{}", #"{"real":"x"}"#, #"{"integer":1,"text":"1"}"#, #"{"integer":"1"}"#] {
      #expect(throws: DecodingError.self) {
        try decoder.decode(StoredValue.self, from: Data(text.utf8))
      }
    }
  }
}

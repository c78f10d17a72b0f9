import Foundation
import Sectional
import Testing

/// What values and keys are read as and made from.
struct ValueAccessTests {
  @Test func `a value is read as the type that it has`() {
    #expect(StoredValue.null.isNull && !StoredValue.integer(0).isNull)
    #expect(StoredValue.integer(7).integerValue == 7)
    #expect(StoredValue.real(7).integerValue == 7)
    #expect(StoredValue.real(7.5).integerValue == nil)
    #expect(StoredValue.integer(7).doubleValue == 7)
    #expect(StoredValue.integer(.max).doubleValue == nil)
    #expect(StoredValue.text("7").integerValue == nil)
    #expect(StoredValue.text("ada").textValue == "ada")
    #expect(StoredValue.malformedText([0xFF]).textValue == nil)
    #expect(StoredValue.blob([1, 2]).blobValue == [1, 2])
    #expect(StoredValue.null.blobValue == nil)
  }

  @Test func `a value is read as any type that a column can have`() {
    #expect(StoredValue.integer(1).value(as: Bool.self) == true)
    #expect(StoredValue.integer(2).value(as: Bool.self) == nil)
    #expect(StoredValue.text("2026-01-02").value(as: Date.self) == nil)
    #expect(
      StoredValue.text("2026-01-02").value(as: Date.self, .iso8601)
        == Date(timeIntervalSince1970: 1_767_312_000))
  }

  @Test func `a key is made from the value of its only column`() {
    #expect(RowKey(7) == RowKey([.integer(7)]))
    #expect(RowKey("a") == RowKey([.text("a")]))
    let id = UUID()
    #expect(RowKey(id) == RowKey([.text(id.uuidString)]))
    #expect(RowKey(id, as: .lowercaseText) == RowKey([.text(id.uuidString.lowercased())]))
  }
}

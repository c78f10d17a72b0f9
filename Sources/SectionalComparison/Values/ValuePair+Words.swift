import Foundation
import Sectional

extension ValuePair {
  /// The pair with 0 and 1 for words that mean false and true, if at least one value is such a word and both are booleans.
  var withoutBooleanWords: ValuePair {
    guard let left = ValuePair.boolean(first), let right = ValuePair.boolean(second),
      left.isWord || right.isWord
    else { return self }
    return ValuePair(
      first: .integer(left.value ? 1 : 0), second: .integer(right.value ? 1 : 0))
  }

  private static func boolean(_ value: StoredValue) -> (value: Bool, isWord: Bool)? {
    switch value {
    case .integer(let integer) where integer == 0 || integer == 1: return (integer == 1, false)
    case .text(let text):
      switch text.lowercased() {
      case "true", "t", "yes", "y", "on": return (true, true)
      case "false", "f", "no", "n", "off": return (false, true)
      case "1": return (true, false)
      case "0": return (false, false)
      default: return nil
      }
    default: return nil
    }
  }

  /// The pair with nulls for what isn't a number; SQLite stores NaN as NULL.
  var withoutNaN: ValuePair {
    func isNaN(_ value: StoredValue) -> Bool {
      switch value {
      case .real(let real): real.isNaN
      // As both stores write it; a name can be Nan.
      case .text(let text): text == "NaN"
      default: false
      }
    }
    guard isNaN(first) || isNaN(second) else { return self }
    return map { isNaN($0) ? .null : $0 }
  }

  /// The pair with texts for what another type holds: bytes, UUIDs and JSON.
  var withoutTypes: ValuePair {
    switch (first, second) {
    case (.blob(let bytes), .text(let text)):
      ValuePair(first: ValuePair.text(of: bytes, like: text) ?? first, second: second)
    case (.text(let text), .blob(let bytes)):
      ValuePair(first: first, second: ValuePair.text(of: bytes, like: text) ?? second)
    case (.malformedText(let left), .blob(let right)) where left == right: aligned
    case (.blob(let left), .malformedText(let right)) where left == right: aligned
    case (.text(let left), .text(let right)) where ValuePair.areSameJSON(left, right): aligned
    default: self
    }
  }

  private static func text(of bytes: [UInt8], like text: String) -> StoredValue? {
    if bytes.count == 16, UUID(uuidString: text) != nil,
      let uuid = UUID(cell: .blob(bytes), as: .blob)
    {
      return .text(uuid.uuidString.lowercased())
    }
    let isHexadecimal =
      text.utf8.count >= bytes.count * 2
      && text.lowercased().hasSuffix(bytes.map { String(format: "%02x", $0) }.joined())
    let prefix = text.prefix(max(0, text.count - bytes.count * 2))
    if isHexadecimal, !bytes.isEmpty, ["", "\\x", "0x"].contains(prefix) { return .text(text) }
    return String(validating: bytes, as: UTF8.self).map { .text($0) }
  }

  /// Returns whether both texts are JSON with the same contents; JSONB has its own spaces and order of names.
  private static func areSameJSON(_ left: String, _ right: String) -> Bool {
    func isStructure(_ text: String) -> Bool {
      text.utf8.first == UInt8(ascii: "{") || text.utf8.first == UInt8(ascii: "[")
    }
    guard isStructure(left), isStructure(right),
      let first = try? JSONSerialization.jsonObject(with: Data(left.utf8)) as? NSObject,
      let second = try? JSONSerialization.jsonObject(with: Data(right.utf8)) as? NSObject
    else { return false }
    return first.isEqual(second)
  }
}

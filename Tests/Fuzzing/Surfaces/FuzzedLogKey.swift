import Sectional
import SectionalTesting

@testable import SectionalSQLite

/// The texts of keys in a change log.
enum FuzzedLogKey {
  static func take(_ input: [UInt8]) throws {
    guard let values = LoggedKey.values(String(decoding: input, as: UTF8.self)) else { return }
    // What was read can be written and read again.
    let text = values.map(text).joined(separator: ",")
    guard LoggedKey.values(text) == values else {
      throw LawViolation(.consistent, "the key \(text) is read as \(values)")
    }
  }

  private static func text(of value: StoredValue) -> String {
    switch value {
    case .null: "n"
    case .integer(let integer): "i\(integer)"
    case .real(let real): "r\(real)"
    case .text(let text): "t" + hexadecimal(Array(text.utf8))
    case .malformedText(let bytes): "t" + hexadecimal(bytes)
    case .blob(let bytes): "b" + hexadecimal(bytes)
    }
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

import Foundation
import Sectional

/// The type of a seeded column.
enum SeedType: String, CaseIterable {
  case integer
  case real
  case boolean
  case text
  case uuid
  case date
  case timestamp

  /// Returns whether a word after a column's name is probably meant as a type.
  static func isMeant(by word: String) -> Bool {
    let plain = word.lowercased().filter { $0 != " " }
    let others = [
      "int", "bigint", "int8", "float", "double", "number", "numeric", "decimal", "string",
      "varchar",
      "bool", "datetime", "time", "timestamptz", "blob", "bytea", "guid",
    ]
    return SeedType(rawValue: plain) != nil || others.contains(plain)
  }

  /// The type in PostgreSQL, independent of the session's search path.
  var postgresName: String {
    switch self {
    case .integer: "bigint"
    case .real: "double precision"
    case .boolean: "boolean"
    case .timestamp: "timestamp with time zone"
    case .text, .uuid, .date: "pg_catalog.\(rawValue)"
    }
  }

  /// The type in SQLite, which determines how a cell is stored.
  var sqliteName: String {
    switch self {
    case .integer, .boolean: "INTEGER"
    case .real: "REAL"
    case .text, .uuid, .date, .timestamp: "TEXT"
    }
  }

  /// Infers the type of a column as one that keeps every field unchanged when it is read back.
  static func inferred(from fields: [String?]) -> SeedType {
    let known = fields.compactMap(\.self)
    if known.isEmpty { return .text }
    if known.allSatisfy({ Int64($0).map(String.init) == $0 }) { return .integer }
    return known.allSatisfy(isPlainReal) ? .real : .text
  }

  /// Returns whether a double represents exactly the digits of a field in plain decimal notation.
  private static func isPlainReal(_ field: String) -> Bool {
    guard field.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?/) != nil, let real = Double(field)
    else { return false }
    return digits(field) == digits("\(real)") && field != "-0"
  }

  private static func digits(_ number: String) -> String {
    let digits = number.prefix { $0 != "e" }.filter(\.isNumber).drop { $0 == "0" }
    return String(digits.reversed().drop { $0 == "0" })
  }

  /// Returns a field as a cell that both stores hold alike, or `nil` if the field is not a value of the type.
  func cell(_ field: String) -> StoredValue? {
    switch self {
    case .integer: return Int64(field).map(StoredValue.integer)
    case .real:
      let isNumber = field.wholeMatch(of: /[-+]?[0-9]*\.?[0-9]+([eE][-+]?[0-9]+)?/) != nil
      return isNumber ? Double(field).flatMap { $0.isFinite ? .real($0) : nil } : nil
    case .boolean:
      let words: [String: Int64] = ["true": 1, "t": 1, "1": 1, "false": 0, "f": 0, "0": 0]
      return words[field.lowercased()].map(StoredValue.integer)
    case .text: return .text(field)
    case .uuid: return UUID(uuidString: field).map { .text($0.uuidString.lowercased()) }
    case .date:
      return Date(cell: .text(field), as: .iso8601).map { $0.cell(as: .iso8601Day) }
    case .timestamp: return timestamp(field)
    }
  }

  /// Reads a timestamp and rounds it to the microsecond exactly; `Date` is a double, which has less precision in
  /// distant years.
  private func timestamp(_ field: String) -> StoredValue? {
    let fraction = field.firstMatch(of: /[.,][0-9]+/)
    let whole = fraction.map { field.replacingCharacters(in: $0.range, with: "") } ?? field
    guard let date = Date(cell: .text(whole), as: .iso8601) else { return nil }
    let digits = fraction.map { String($0.output.dropFirst()) } ?? ""
    let padded = (digits + "0000000").prefix(7)
    let microsecond = ((Int64(padded) ?? 0) + 5) / 10
    return .text(
      ISO8601Text.text(
        secondsSince1970: Int64(date.timeIntervalSince1970) + microsecond / 1_000_000,
        microsecond: microsecond % 1_000_000))
  }
}

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

  /// The type for PostgreSQL.
  var postgresName: String {
    switch self {
    case .integer: "bigint"
    case .real: "double precision"
    case .timestamp: "timestamptz"
    default: rawValue
    }
  }

  /// The type for SQLite, whose types say how a cell is held.
  var sqliteName: String {
    switch self {
    case .integer, .boolean: "INTEGER"
    case .real: "REAL"
    default: "TEXT"
    }
  }

  /// Finds the type that all fields of a column have; a text is one that stays the same when it is read and written.
  static func inferred(from fields: [String?]) -> SeedType {
    let known = fields.compactMap(\.self)
    if known.isEmpty { return .text }
    if known.allSatisfy({ Int64($0).map(String.init) == $0 }) { return .integer }
    let isNumber = known.allSatisfy { $0.first?.isNumber == true || $0.first == "-" }
    return isNumber && known.allSatisfy({ Double($0)?.isFinite == true }) ? .real : .text
  }

  /// Returns a field as a cell that both stores hold alike; nothing where it is no value of the type.
  func cell(_ field: String) -> Value? {
    switch self {
    case .integer: return Int64(field).map(Value.integer)
    case .real: return Double(field).map(Value.real)
    case .boolean:
      let words: [String: Int64] = ["true": 1, "t": 1, "1": 1, "false": 0, "f": 0, "0": 0]
      return words[field.lowercased()].map(Value.integer)
    case .text: return .text(field)
    case .uuid: return UUID(uuidString: field).map { .text($0.uuidString.lowercased()) }
    case .date:
      return Date(cell: .text(field), as: .iso8601).map { .text(String($0.cell(as: .iso8601).day)) }
    case .timestamp:
      return Date(cell: .text(field), as: .iso8601).map { date in
        let seconds = date.timeIntervalSince1970.rounded(.down)
        let fraction = ((date.timeIntervalSince1970 - seconds) * 1e6).rounded()
        return .text(
          ISO8601Text.text(secondsSince1970: Int64(seconds), microsecond: Int64(fraction)))
      }
    }
  }
}

extension Value {
  /// What stands before the time in a moment's text.
  fileprivate var day: Substring {
    if case .text(let text) = self { text.prefix { $0 != "T" } } else { "" }
  }
}

import Foundation
import Sectional

/// A record with strict columns, for cells that don't fit them.
struct Gauge: StoredRecord {
  enum Kind: String, ColumnValue {
    case wide
    case narrow

    static var defaultStorage: PlainStorage { .plain }
  }

  var id: Int64
  var level: Int
  var small: Int32
  var name: String
  var mark: UUID
  var kind: Kind
  var at: Date
  var size: Double?

  static let table = RecordTable(
    "gauge", RecordColumn("id", \.id, primaryKey: true), RecordColumn("level", \.level),
    RecordColumn("small", \.small), RecordColumn("name", \.name), RecordColumn("mark", \.mark),
    RecordColumn("kind", \.kind), RecordColumn("at", \.at, as: .iso8601),
    RecordColumn("size", \.size),
    row: Gauge.init)

  /// A row that fits, in the order of the columns.
  static func cells(_ id: Int64) -> [StoredValue] {
    [
      .integer(id), 1, 1, "name", "00000000-0000-4000-8000-000000000000", "wide", "2026-11-20",
      .null,
    ]
  }

  static let sql =
    "CREATE TABLE gauge(id INTEGER PRIMARY KEY, level, small, name, mark, kind, at, size);"
}

/// A cell that doesn't fit, and the words that the error must contain.
struct Misfit: Sendable {
  let column: String
  let cell: StoredValue
  let expected: String
  let found: String

  init(_ column: String, _ cell: StoredValue, expected: String, found: String) {
    (self.column, self.cell, self.expected, self.found) = (column, cell, expected, found)
  }

  static let all = [
    Misfit("level", "secret", expected: "an integer", found: "text"),
    Misfit("level", .null, expected: "an integer", found: "null"),
    Misfit("level", 1.5, expected: "an integer", found: "a real"),
    Misfit("small", .integer(4_444_444_444), expected: "2147483647", found: "an integer"),
    Misfit("name", 777, expected: "text", found: "an integer"),
    Misfit("name", .malformedText([0x73, 0x65, 0xFF]), expected: "text", found: "not valid UTF-8"),
    Misfit("name", .blob([7, 7, 7]), expected: "text", found: "a blob of 3 bytes"),
    Misfit("mark", "secret", expected: "a UUID", found: "text"),
    Misfit("mark", .blob(Array(repeating: 7, count: 16)), expected: "a UUID", found: "a blob"),
    Misfit("kind", "secret", expected: "Kind", found: "text"),
    Misfit("at", "2026-02-30 secret", expected: "ISO 8601", found: "text"),
    Misfit("at", 777, expected: "ISO 8601", found: "an integer"),
    Misfit("size", "secret", expected: "a number or null", found: "text"),
  ]
}

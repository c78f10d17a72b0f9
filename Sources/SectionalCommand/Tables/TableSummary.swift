import Foundation
import Sectional

/// What there is to know of a table or a view at a glance.
struct TableSummary {
  static let titles = ["NAME", "ROWS", "SIZE", "KEY", "CHANGE LOG"]

  let name: String
  let isView: Bool
  /// The number of rows, or `nil` if it isn't known.
  var rows: Int?
  /// Whether the number of rows is the database's estimate.
  var isEstimated = false
  /// Whether there are more rows than these, which weren't counted.
  var isMore = false
  /// The size in bytes with indexes, or `nil` if it isn't known.
  var bytes: Int?
  /// The columns of the primary key.
  var key: [String] = []
  /// Whether the changes are logged, or `nil` if that isn't possible.
  var log: ChangeLogStatus?
  /// Why the rows can't be read, or `nil` if nothing is known to be wrong.
  var problem: String?
  /// Whether the store itself tells the rows apart, by a primary key or a rowid.
  var hasKey = true
  /// A column that tells the rows of a view apart, or `nil` if none is known.
  var keyToName: String?

  /// The cells of a line.
  var cells: [TextTable.Cell] {
    let count = rows.map {
      (isEstimated ? "~" : isMore ? "over " : "") + CountText.grouped($0)
    }
    return [
      TextTable.Cell(text: name), TextTable.Cell(text: count ?? "", alignment: .trailing),
      TextTable.Cell(text: bytes.map(TableSummary.size) ?? "", alignment: .trailing),
      TextTable.Cell(text: isView ? "view" : key.isEmpty ? "none" : key.joined(separator: ", ")),
      TextTable.Cell(text: log.map { $0 == .missing ? "none" : $0.rawValue } ?? ""),
    ]
  }

  /// Writes the members of a JSON object.
  func write(to writer: inout JSONWriter) {
    writer.name("name")
    writer.string(name)
    writer.name("kind")
    writer.string(isView ? "view" : "table")
    writer.name("rows")
    rows.map { writer.integer($0) } ?? writer.null()
    writer.name("rowsAreEstimated")
    writer.bool(isEstimated || isMore)
    writer.name("bytes")
    bytes.map { writer.integer($0) } ?? writer.null()
    writer.name("key")
    writer.array(key) { $0.string($1) }
    writer.name("changeLog")
    writer.string(log?.rawValue)
    writer.name("problem")
    writer.string(problem)
  }

  private static func size(_ bytes: Int) -> String {
    let units = ["B", "kB", "MB", "GB", "TB"]
    var (size, unit) = (Double(bytes), 0)
    while size >= 999.5, unit < units.count - 1 { (size, unit) = (size / 1000, unit + 1) }
    let digits = size < 9.95 && unit > 0 ? 1 : 0
    return String(format: "%.\(digits)f %@", size, units[unit])
  }
}

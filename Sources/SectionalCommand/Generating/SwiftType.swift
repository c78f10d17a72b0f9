import Foundation
import Sectional

/// The Swift type of a property, and how its column holds it.
struct SwiftType {
  /// The type as it is written in source code.
  let name: String
  /// The case that `as:` takes, if it isn't the type's default.
  let storage: String?
  /// Returns whether a cell has a value of the type.
  let fits: @Sendable (StoredValue) -> Bool

  init<Cell: ColumnValue>(
    _ type: Cell.Type, _ storage: Cell.Storage? = nil, written: String? = nil
  ) {
    name = "\(type)"
    self.storage = written
    let storage = storage ?? Cell.defaultStorage
    fits = { Cell(cell: $0, as: storage) != nil }
  }

  static let bool = SwiftType(Bool.self)
  static let int16 = SwiftType(Int16.self)
  static let int32 = SwiftType(Int32.self)
  static let int64 = SwiftType(Int64.self)
  static let double = SwiftType(Double.self)
  static let string = SwiftType(String.self)
  static let data = SwiftType(Data.self)
  static let uuid = SwiftType(UUID.self)
  static let lowercaseUUID = SwiftType(UUID.self, .lowercaseText, written: "lowercaseText")
  static let binaryUUID = SwiftType(UUID.self, .blob, written: "blob")
  static let textDate = SwiftType(Date.self, .iso8601, written: "iso8601")
  /// Dates without a time, for cells that all are such.
  static let dayDate = SwiftType(name: "Date", storage: "iso8601Day") { cell in
    Date(cell: cell, as: .iso8601Day)?.cell(as: .iso8601Day) == cell
  }
  /// Dates as SQLite's own functions write them, for cells that all have that form: written in another one, they would be
  /// sorted apart from those that are there.
  static let sqliteDate = SwiftType(name: "Date", storage: "sqliteText") { cell in
    guard case .text(let text) = cell, textDate.fits(cell) else { return false }
    let time = text.utf8.dropFirst(10)
    return time.first == UInt8(ascii: " ")
      && time.dropFirst().allSatisfy {
        $0 &- 48 < 10 || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
      }
  }
  /// Dates as Core Data writes them.
  static let coreDataDate = SwiftType(
    Date.self, .secondsSince2001, written: "secondsSince2001")
  /// Any value, for columns whose cells have no type in common.
  static let any = SwiftType(StoredValue.self)

  /// Dates as numbers, for cells that all lie between the years 1980 and 2200 in that unit: what else numbers count
  /// can't be told from them.
  static let numberedDates = [
    numberedDate(nil, per: 1), numberedDate("unixMilliseconds", per: 1e3),
    numberedDate("unixMicroseconds", per: 1e6),
  ]

  private static func numberedDate(_ storage: String?, per count: Double) -> SwiftType {
    let years = (315_532_800 * count)...(7_258_118_400 * count)
    return SwiftType(name: "Date", storage: storage) { cell in
      Double(cell: cell, as: .plain).map(years.contains) ?? false
    }
  }

  private init(
    name: String, storage: String?, fits: @escaping @Sendable (StoredValue) -> Bool
  ) {
    self.name = name
    self.storage = storage
    self.fits = fits
  }
}

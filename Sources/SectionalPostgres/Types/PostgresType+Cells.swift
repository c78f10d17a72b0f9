import Foundation
import Sectional
import SectionalSQL

extension PostgresType {
  /// Appends a cell to a row.
  ///
  /// If the column's property is a date or a UUID, the row gets the cell that a store without these types would hold,
  /// so that lists are the same on every store.
  ///
  /// - Parameters:
  ///   - bytes: The cell in the server's binary form, or as text if text was requested.
  ///   - rule: What a request expects of the column.
  ///   - isOrdered: Whether rows are ordered by the column, in which case numbers must be stored as numbers.
  ///   - isKey: Whether the column identifies rows, in which case the cell must be the one that a record gives.
  ///   - contents: The row.
  func append(
    _ bytes: UnsafeRawBufferPointer, for rule: CellRule?, isOrdered: Bool = false,
    isKey: Bool = false, to contents: inout PackedRow
  ) {
    switch self {
    case .text, .paddedText, .other, .custom: unsafe contents.append(text: bytes)
    case .bytes: unsafe contents.append(blob: bytes)
    case .boolean: contents.append(integer: unsafe bytes.first == 0 ? 0 : 1)
    case .integer: contents.append(integer: unsafe PostgresType.integer(bytes))
    case .real: contents.append(real: unsafe PostgresType.real(bytes))
    case .number: contents.append(unsafe PostgresType.number(bytes, rule, isOrdered))
    case .uuid: contents.append(unsafe PostgresType.uuid(bytes, rule))
    case .date, .timestamp, .timestampWithZone:
      contents.append(unsafe moment(bytes, rule, isKey))
    }
  }

  /// Returns whether the server reads a cell of the list as a value that it orders as the list does; the others are
  /// compared by the list.
  func orders(_ cell: StoredValue) -> Bool {
    switch (self, cell) {
    case (.boolean, .integer(let integer)): integer == 0 || integer == 1
    case (.integer, .integer), (.bytes, .blob): true
    // Some positions are known only by value.
    case (.real, .integer): true
    case (.real, .real(let real)): real.isFinite
    case (.text, .text(let text)): !text.utf8.contains(0)
    case (.uuid, .text(let text)): UUID(uuidString: text) != nil
    case (.date, .text), (.timestamp, .text), (.timestampWithZone, .text):
      Date(cell: cell, as: .iso8601) != nil
    case (.boolean, _), (.integer, _), (.bytes, _), (.real, _), (.text, _), (.uuid, _), (.date, _),
      (.timestamp, _), (.timestampWithZone, _), (.number, _), (.paddedText, _), (.other, _),
      (.custom, _):
      false
    }
  }

  /// Returns the text that the server reads as a moment or a UUID which a property holds in another form; `nil` if it holds no such.
  func text(of cell: StoredValue, by rule: CellRule) -> StoredValue? {
    if case .text = cell { return nil }
    if self == .uuid { return (rule.decoded(cell) as? UUID).map { .text($0.uuidString) } }
    guard isMoment, let date = rule.decoded(cell) as? Date else { return nil }
    let microseconds = (date.timeIntervalSinceReferenceDate * 1e6).rounded()
    guard abs(microseconds) < 1e17 else { return nil }
    let (second, fraction) = Int64(microseconds).quotientAndRemainder(dividingBy: 1_000_000)
    let isEarlier = fraction < 0
    return .text(
      ISO8601Text.text(
        secondsSince1970: second + 978_307_200 - (isEarlier ? 1 : 0),
        microsecond: fraction + (isEarlier ? 1_000_000 : 0)))
  }

  private static func integer(_ bytes: UnsafeRawBufferPointer) -> Int64 {
    let pattern = unsafe bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    switch bytes.count {
    case 2: return Int64(Int16(truncatingIfNeeded: pattern))
    case 4: return Int64(Int32(truncatingIfNeeded: pattern))
    default: return Int64(bitPattern: pattern)
    }
  }

  private static func real(_ bytes: UnsafeRawBufferPointer) -> Double {
    let pattern = UInt64(bitPattern: unsafe integer(bytes))
    return bytes.count == 4
      ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: pattern)))
      : Double(bitPattern: pattern)
  }

  /// Returns the server's text for a number with more digits than its cell can hold, or `nil` if the cell is exact.
  func digitsBeyondCell(_ bytes: UnsafeRawBufferPointer, for rule: CellRule?) -> String? {
    guard self == .number, case .text(let text) = unsafe PostgresType.number(bytes, rule, false)
    else { return nil }
    return text
  }

  /// Returns an integer if the fraction is zero, and a real otherwise, as SQLite's NUMERIC affinity does.
  ///
  /// Returns the server's text if a property expects text, if the number has more digits than either type holds and
  /// needn't be ordered, or if no real is close to it.
  private static func number(
    _ bytes: UnsafeRawBufferPointer, _ rule: CellRule?, _ isOrdered: Bool
  ) -> StoredValue {
    let text = unsafe String(decoding: bytes, as: UTF8.self)
    let real = Double(text).flatMap { StoredValue.isNear($0, text) ? $0 : nil }
    if let rule {
      if let integer = StoredValue.integer(ofDecimal: text), rule.fits(.integer(integer)) {
        return .integer(integer)
      }
      guard let real else { return .text(text) }
      // What can be any value, or a decimal, keeps all digits.
      if !isOrdered, case .text = StoredValue.decimal(text), rule.fits(.text(text)) {
        return .text(text)
      }
      if rule.fits(.real(real)) { return .real(real) }
      if rule.fits(.text(text)) { return .text(text) }
    }
    let cell = StoredValue.decimal(text)
    guard isOrdered, case .text = cell, let real else { return cell }
    return .real(real)
  }

  private static func uuid(_ bytes: UnsafeRawBufferPointer, _ rule: CellRule?) -> StoredValue {
    guard let uuid = unsafe UUID(cell: .blob(Array(bytes)), as: .blob) else { return .null }
    return rule?.encoded(uuid) ?? uuid.cell(as: .lowercaseText)
  }

  /// Reads a number of days or microseconds since the beginning of the year 2000.
  private func moment(
    _ bytes: UnsafeRawBufferPointer, _ rule: CellRule?, _ isKey: Bool
  ) -> StoredValue {
    let number = unsafe PostgresType.integer(bytes)
    let lowest = self == .date ? Int64(Int32.min) : .min
    let highest = self == .date ? Int64(Int32.max) : .max
    guard number != lowest, number != highest else {
      return .text(number == lowest ? "-infinity" : "infinity")
    }
    let unit: Int64 = self == .date ? 1 : 86_400_000_000
    let fraction = ((number % unit) + unit) % unit
    let day = (number - fraction) / unit
    let second = (day + 10_957) * 86_400 + fraction / 1_000_000
    let microsecond = fraction % 1_000_000
    // A single division of integers gives the nearest double; years for which these integers are too large have no
    // microseconds.
    let date =
      abs(second) < 1 << 43
      ? Date(timeIntervalSince1970: Double(second * 1_000_000 + microsecond) / 1e6)
      : Date(timeIntervalSince1970: Double(second))
    let cell = self == .date && !isKey ? rule?.encoded(day: date) : rule?.encoded(date)
    return cell ?? .text(text(second, microsecond))
  }

  private func text(_ second: Int64, _ microsecond: Int64) -> String {
    let text = ISO8601Text.text(secondsSince1970: second, microsecond: microsecond)
    switch self {
    case .date: return String(text.prefix { $0 != "T" })
    case .timestamp: return String(text.dropLast())
    default: return text
    }
  }
}

extension ColumnValue where Self: FixedWidthInteger {
  /// The only storage form.
  public static var defaultStorage: PlainStorage { .plain }

  /// Describes an integer, including the bounds of types narrower than 64 bits.
  public static func cellDescription(as storage: PlainStorage) -> String {
    bitWidth == 64 ? "an integer" : "an integer from \(min) to \(max)"
  }

  /// Creates an integer; a real without a fraction fits too.
  public init?(cell: StoredValue, as storage: PlainStorage) {
    switch cell {
    case .integer(let integer): self.init(exactly: integer)
    case .real(let real): self.init(exactly: real)
    default: return nil
    }
  }

  /// Returns an integer cell.
  public func cell(as storage: PlainStorage) -> StoredValue { .integer(Int64(self)) }
}

extension Int: ColumnValue {}
extension Int64: ColumnValue {}
extension Int32: ColumnValue {}
extension Int16: ColumnValue {}
extension Int8: ColumnValue {}
extension UInt32: ColumnValue {}
extension UInt16: ColumnValue {}
extension UInt8: ColumnValue {}

extension Double: ColumnValue {
  /// The only storage form.
  public static var defaultStorage: PlainStorage { .plain }

  /// Describes a number.
  public static func cellDescription(as storage: PlainStorage) -> String { "a number" }

  /// Creates a real; an integer that a double represents exactly fits too.
  public init?(cell: StoredValue, as storage: PlainStorage) {
    switch cell {
    case .integer(let integer): self.init(exactly: integer)
    case .real(let real): self = real
    default: return nil
    }
  }

  /// Returns a real cell, or null if the value is NaN, which no store can hold.
  public func cell(as storage: PlainStorage) -> StoredValue { isNaN ? .null : .real(self) }
}

extension Bool: ColumnValue {
  /// The only storage form.
  public static var defaultStorage: PlainStorage { .plain }

  /// Describes zero or one.
  public static func cellDescription(as storage: PlainStorage) -> String { "0 or 1" }

  /// Creates `false` from 0 and `true` from 1.
  public init?(cell: StoredValue, as storage: PlainStorage) {
    switch cell {
    case .integer(0), .real(0): self = false
    case .integer(1), .real(1): self = true
    default: return nil
    }
  }

  /// Returns 0 or 1.
  public func cell(as storage: PlainStorage) -> StoredValue { .integer(self ? 1 : 0) }
}

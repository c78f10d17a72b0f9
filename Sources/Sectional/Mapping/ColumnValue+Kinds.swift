public import Foundation

/// Text, or text that may be missing.
public protocol TextValue: ColumnValue {}
extension String: TextValue {}
extension Optional: TextValue where Wrapped: TextValue {}

/// A date, or a date that may be missing.
public protocol DateValue: ColumnValue {}
extension Date: DateValue {}
extension Optional: DateValue where Wrapped: DateValue {}

/// A number, or a number that may be missing.
public protocol NumberValue: ColumnValue {}
extension Int: NumberValue {}
extension Int64: NumberValue {}
extension Int32: NumberValue {}
extension UInt32: NumberValue {}
extension Double: NumberValue {}
extension Optional: NumberValue where Wrapped: NumberValue {}

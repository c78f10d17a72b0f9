public import Foundation

/// Text, or optional text.
public protocol TextValue: ColumnValue {}
extension String: TextValue {}
extension Optional: TextValue where Wrapped: TextValue {}

/// A date, or an optional date.
public protocol DateValue: ColumnValue {}
extension Date: DateValue {}
extension Optional: DateValue where Wrapped: DateValue {}

/// A number, or an optional number.
public protocol NumberValue: ColumnValue {}
extension Int: NumberValue {}
extension Int64: NumberValue {}
extension Int32: NumberValue {}
extension UInt32: NumberValue {}
extension Double: NumberValue {}
extension Optional: NumberValue where Wrapped: NumberValue {}

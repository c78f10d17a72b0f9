public import Foundation

/// Text, or text that may be missing.
public protocol TextValue: ColumnValue {}
extension String: TextValue {}
extension Optional: TextValue where Wrapped: TextValue {}

/// A date, or a date that may be missing.
public protocol DateValue: ColumnValue {}
extension Date: DateValue {}
extension Optional: DateValue where Wrapped: DateValue {}

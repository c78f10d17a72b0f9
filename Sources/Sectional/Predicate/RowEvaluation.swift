import Foundation

/// Evaluates expressions for one row; a `nil` result is a failure.
struct RowEvaluation {
  /// Bytes with the row's cells.
  let bytes: [UInt8]
  /// Where the cells are.
  let range: Range<Int>
  /// The columns to read.
  let places: ColumnPlaces

  func value(_ expression: RowExpression) -> StoredValue? {
    switch expression {
    case .column(let name): return places[name].map(value(at:)) ?? .null
    case .constant(let value): return value
    case .coalesced(let first, let second):
      guard let value = value(first) else { return nil }
      return value == .null ? self.value(second) : value
    case .conditional(let test, let first, let second):
      guard let holds = truth(test) else { return nil }
      return value(holds ? first : second)
    case .unwrapped(let inner):
      guard let value = value(inner), value != .null else { return nil }
      return value
    case .moment(let inner): return moment(inner)
    case .negative(let inner, let kind): return negative(inner, kind)
    case .arithmetic(let operation, let left, let right, let kind):
      return calculation(operation, left, right, kind)
    default:
      return truth(expression).map { .integer($0 ? 1 : 0) }
    }
  }

  private func value(at column: Int) -> StoredValue {
    PackedRow.cell(at: column, of: bytes, in: range).value
  }

  private func moment(_ inner: RowExpression) -> StoredValue? {
    switch value(inner) {
    case .null?: return .null
    case let text?: return Date(cell: text, as: .iso8601).map { $0.cell(as: .unixSeconds) }
    case nil: return nil
    }
  }

  func truth(_ expression: RowExpression) -> Bool? {
    switch expression {
    case .not(let inner): return truth(inner).map { !$0 }
    case .and(let left, let right):
      guard let holds = truth(left) else { return nil }
      return holds ? truth(right) : false
    case .or(let left, let right):
      guard let holds = truth(left) else { return nil }
      return holds ? true : truth(right)
    case .comparison(let comparison, let left, let right): return compare(comparison, left, right)
    case .isOne(let inner, let values):
      guard let value = value(inner) else { return nil }
      return values.contains { $0.order(to: value) == .equal }
    case .contains(let text, let part): return search(text, part) { $0.contains($1) }
    case .hasPrefix(let text, let part): return search(text, part) { $0.starts(with: $1) }
    case .search(let match, let text, let folded): return search(match, text, folded)
    default:
      switch value(expression) {
      case .integer(0), .real(0): return false
      case .integer(1), .real(1): return true
      default: return nil
      }
    }
  }

  private func compare(
    _ comparison: RowExpression.Comparison, _ left: RowExpression, _ right: RowExpression
  ) -> Bool? {
    guard let left = value(left), let right = value(right) else { return nil }
    let order = left.order(to: right)
    switch comparison {
    case .equal: return order == .equal
    case .notEqual: return order != .equal
    case _ where left == .null || right == .null: return nil
    case .less: return order == .less
    case .lessOrEqual: return order != .greater
    case .greater: return order == .greater
    case .greaterOrEqual: return order != .less
    }
  }

  private func search(
    _ text: RowExpression, _ part: RowExpression, _ found: ([UInt8], [UInt8]) -> Bool
  ) -> Bool? {
    guard let text = value(text), let part = value(part), let bytes = text.textBytes,
      let partBytes = part.textBytes
    else { return nil }
    return found(bytes, partBytes)
  }
}

extension StoredValue {
  /// The UTF-8 bytes of a text, or `nil` if the value isn't text.
  fileprivate var textBytes: [UInt8]? {
    switch self {
    case .text(let text): Array(text.utf8)
    case .malformedText(let bytes): bytes
    default: nil
    }
  }

  /// Compares by type, then by value.
  func order(to other: StoredValue) -> ByteOrder {
    switch (self, other) {
    case (.integer(let left), .integer(let right)):
      left == right ? .equal : left < right ? .less : .greater
    case (.real(let left), .real(let right)) where !left.isNaN && !right.isNaN:
      left == right ? .equal : left < right ? .less : .greater
    case (.text(let left), .text(let right)):
      left.utf8.elementsEqual(right.utf8)
        ? .equal : left.utf8.lexicographicallyPrecedes(right.utf8) ? .less : .greater
    default: ByteOrder.compare(RowKey([self]).bytes[...], RowKey([other]).bytes[...])
    }
  }
}

extension [UInt8] {
  fileprivate func contains(_ part: [UInt8]) -> Bool {
    guard count >= part.count else { return false }
    return (0...(count - part.count)).contains { self[$0...].starts(with: part) }
  }
}

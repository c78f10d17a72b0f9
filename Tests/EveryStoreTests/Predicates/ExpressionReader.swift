import Foundation
import Sectional

/// Evaluates an expression for one record strictly according to its documentation, to check the library's results.
struct ExpressionReader {
  /// The evaluation reached a failure.
  struct Failure: Error {}

  let cells: [String: StoredValue]

  init(_ record: Specimen) {
    cells = [
      "id": .integer(record.id), "whole": record.whole.map(StoredValue.integer) ?? .null,
      "small": .integer(Int64(record.small)), "real": record.real.map(StoredValue.real) ?? .null,
      "size": .real(record.size), "flag": .integer(record.flag ? 1 : 0),
      "text": record.text.map(StoredValue.text) ?? .null, "label": .text(record.label),
    ]
  }

  /// Returns whether the row matches: the expression is true, and its evaluation reaches no failure.
  func matches(_ expression: RowExpression) -> Bool { (try? isTrue(expression)) ?? false }

  private func isTrue(_ expression: RowExpression) throws -> Bool {
    guard case .integer(let truth) = try value(of: expression), truth == 0 || truth == 1 else {
      throw Failure()
    }
    return truth == 1
  }

  private func truth(_ holds: Bool) -> StoredValue { .integer(holds ? 1 : 0) }

  private func value(of expression: RowExpression) throws -> StoredValue {
    switch expression {
    case .column(let name): return cells[name] ?? .null
    case .constant(let value): return value
    case .comparison(let comparison, let left, let right):
      return truth(try compares(comparison, value(of: left), value(of: right)))
    case .not(let inner): return truth(try !isTrue(inner))
    case .and(let left, let right): return truth(try isTrue(left) && isTrue(right))
    case .or(let left, let right): return truth(try isTrue(left) || isTrue(right))
    case .isOne(let inner, of: let values):
      let sought = try value(of: inner)
      return truth(values.contains { ExpressionOrder.sign($0, sought) == 0 })
    case .contains(let text, let part):
      let (text, part) = (try bytes(of: text), try bytes(of: part))
      return truth((0...text.count).contains { text.dropFirst($0).starts(with: part) })
    case .hasPrefix(let text, let part):
      return truth(try bytes(of: text).starts(with: bytes(of: part)))
    case .search(let match, let text, let folded):
      guard case .text(let text) = try value(of: text) else { return truth(false) }
      // Foundation folds Latin letters alike.
      let plain = text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      let part = String(decoding: folded, as: UTF8.self)
      return truth(
        match == .contains
          ? part.isEmpty || plain.contains(part)
          : match == .hasPrefix ? plain.hasPrefix(part) : plain == part)
    case .coalesced(let first, let second):
      let value = try value(of: first)
      return value == .null ? try self.value(of: second) : value
    case .conditional(let test, let first, let second):
      return try value(of: try isTrue(test) ? first : second)
    case .unwrapped(let inner):
      let value = try value(of: inner)
      if value == .null { throw Failure() }
      return value
    case .moment(let inner):
      let value = try value(of: inner)
      if value == .null { return .null }
      guard case .text(let text) = value, let date = try? Date(text, strategy: .iso8601) else {
        throw Failure()
      }
      return .real(date.timeIntervalSince1970)
    case .negative(let inner, let kind):
      return try calculate(.subtract, kind == .real ? 0.0 : 0, value(of: inner), kind)
    case .arithmetic(let operation, let left, let right, let kind):
      return try calculate(operation, value(of: left), value(of: right), kind)
    }
  }

  private func compares(
    _ comparison: RowExpression.Comparison, _ left: StoredValue, _ right: StoredValue
  ) throws -> Bool {
    let sign = ExpressionOrder.sign(left, right)
    if comparison == .equal { return sign == 0 }
    if comparison == .notEqual { return sign != 0 }
    if left == .null || right == .null { throw Failure() }
    switch comparison {
    case .less: return sign < 0
    case .lessOrEqual: return sign <= 0
    case .greater: return sign > 0
    default: return sign >= 0
    }
  }

  private func bytes(of expression: RowExpression) throws -> [UInt8] {
    guard case .text(let text) = try value(of: expression) else { throw Failure() }
    return Array(text.utf8)
  }

  private func calculate(
    _ operation: RowExpression.Arithmetic, _ left: StoredValue, _ right: StoredValue,
    _ kind: RowExpression.NumberKind
  ) throws -> StoredValue {
    switch (kind, left, right) {
    case (.integer(let bounds), .integer(let left), .integer(let right)):
      // Wide enough for every product of two integers.
      let (one, other) = (Int128(left), Int128(right))
      if other == 0 && (operation == .divide || operation == .remainder) { throw Failure() }
      let result =
        switch operation {
        case .add: one + other
        case .subtract: one - other
        case .multiply: one * other
        case .divide: one / other
        case .remainder: one % other
        }
      // In Swift, the remainder also traps if the quotient overflows.
      let isBeyond = operation == .remainder && one / other > Int128(Int64.max)
      guard !isBeyond, let integer = Int64(exactly: result), bounds.contains(integer) else {
        throw Failure()
      }
      return .integer(integer)
    case (.real, .real(let left), .real(let right)):
      if operation == .divide && right == 0 { throw Failure() }
      let results: [RowExpression.Arithmetic: Double] = [
        .add: left + right, .subtract: left - right, .multiply: left * right, .divide: left / right,
      ]
      guard let result = results[operation], !result.isNaN else { throw Failure() }
      return .real(result)
    default: throw Failure()
    }
  }
}

/// The documented order of values: null, then numbers by value, then text and blobs by bytes.
enum ExpressionOrder {
  /// Returns a negative number if the left value comes first, and a positive one if the right value does.
  static func sign(_ left: StoredValue, _ right: StoredValue) -> Int {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right ? -1 : left > right ? 1 : 0
    case (.real(let left), .real(let right)): left < right ? -1 : left > right ? 1 : 0
    case (.integer(let left), .real(let right)): sign(left, right)
    case (.real(let left), .integer(let right)): -sign(right, left)
    case (.text(let left), .text(let right)): sign(Array(left.utf8), Array(right.utf8))
    case (.blob(let left), .blob(let right)): sign(left, right)
    default: rank(left) - rank(right)
    }
  }

  private static func rank(_ value: StoredValue) -> Int {
    switch value {
    case .null: 0
    case .integer, .real: 1
    case .text, .malformedText: 2
    case .blob: 3
    }
  }

  private static func sign(_ left: [UInt8], _ right: [UInt8]) -> Int {
    left.lexicographicallyPrecedes(right) ? -1 : left == right ? 0 : 1
  }

  private static func sign(_ integer: Int64, _ real: Double) -> Int {
    if real >= 0x1p63 { return -1 }
    if real < -0x1p63 { return 1 }
    let floor = real.rounded(.down)
    if integer != Int64(floor) { return integer < Int64(floor) ? -1 : 1 }
    return floor < real ? -1 : 0
  }
}

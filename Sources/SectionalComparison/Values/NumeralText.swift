import Foundation
package import Sectional

/// A text that is a decimal number.
struct NumeralText {
  private let isNegative: Bool
  /// The digits before the point, without leading zeros.
  private let whole: Substring
  /// The digits after the point, without trailing zeros.
  private let fraction: Substring
  private let text: String
  /// Whether the number is written with an exponent.
  let hasExponent: Bool

  /// Reads a text, and returns `nil` if it isn't a number in decimal notation, with or without an exponent.
  init?(_ text: String) {
    var rest = text[...]
    isNegative = rest.first == "-"
    if rest.first == "-" || rest.first == "+" { rest = rest.dropFirst() }
    let isDigit: (Character) -> Bool = { $0.isASCII && $0.isWholeNumber }
    let whole = rest.prefix(while: isDigit)
    rest = rest.dropFirst(whole.count)
    var fraction = Substring()
    if rest.first == "." {
      rest = rest.dropFirst()
      fraction = rest.prefix(while: isDigit)
      rest = rest.dropFirst(fraction.count)
    }
    guard !whole.isEmpty || !fraction.isEmpty else { return nil }
    hasExponent = rest.first == "e" || rest.first == "E"
    if hasExponent {
      guard rest.dropFirst().wholeMatch(of: /[-+]?[0-9]+/) != nil else { return nil }
    } else if !rest.isEmpty {
      return nil
    }
    self.whole = whole.drop { $0 == "0" }
    while fraction.last == "0" { fraction.removeLast() }
    self.fraction = fraction
    self.text = text
  }

  private var isZero: Bool { whole.isEmpty && fraction.isEmpty }

  /// Whether it is written without a fraction and an exponent.
  var isWhole: Bool { !hasExponent && !text.contains(".") }

  /// The number as the nearest cell; `nil` if it is too large for one.
  var value: StoredValue? {
    if !hasExponent, fraction.isEmpty, let integer = Int64((isNegative ? "-" : "") + "0" + whole) {
      return .integer(integer)
    }
    return Double(text).flatMap { $0.isFinite ? .real($0) : nil }
  }

  /// The number in the shortest decimal notation; `nil` if it has an exponent.
  var shortest: String? {
    guard !hasExponent else { return nil }
    let digits = (whole.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : "." + fraction)
    return (isNegative ? "-" : "") + digits
  }

  /// The text without a minus sign, if the number is zero.
  var withoutSignOfZero: String? { isZero && isNegative ? String(text.dropFirst()) : nil }
}

extension ValuePair {
  /// The pair in which a text that is a number has become one, if the other value is a number.
  var withoutNumericText: ValuePair {
    switch (first, second) {
    case (.text(let text), .integer), (.text(let text), .real):
      ValuePair.numbers(text, second).map { ValuePair(first: $0, second: $1) } ?? self
    case (.integer, .text(let text)), (.real, .text(let text)):
      ValuePair.numbers(text, first).map { ValuePair(first: $1, second: $0) } ?? self
    default: self
    }
  }

  /// Returns a text and a number in the same form; `nil` if the text isn't a number.
  ///
  /// - Returns: Numbers; or texts, if the number has lost digits that the text has.
  private static func numbers(
    _ text: String, _ number: StoredValue
  ) -> (text: StoredValue, number: StoredValue)? {
    guard let numeral = NumeralText(text), let value = numeral.value else { return nil }
    guard number.byValue == value.byValue, let digits = numeral.shortest else {
      return (value, number)
    }
    var forms: [String] = []
    if case .integer(let integer) = number { forms = ["\(integer)"] }
    // The description of a large number has an exponent.
    if case .real(let real) = number { forms = ["\(real)", String(format: "%.0f", real)] }
    guard !forms.contains(where: { NumeralText($0)?.shortest == digits }) else {
      return (value, number)
    }
    return (.text(digits), .text(forms[0]))
  }

  /// The pair in which numbers that are text have the shortest notation, if neither has an exponent.
  var withoutDecimalFormats: ValuePair {
    guard let texts, let first = NumeralText(texts.0)?.shortest,
      let second = NumeralText(texts.1)?.shortest
    else { return self }
    return ValuePair(first: .text(first), second: .text(second))
  }

  /// The pair with equal numbers, if they differ only by what conversions to text and to single precision lose.
  var withoutFloatFormats: ValuePair {
    var numbers: (Double, Double)?
    switch (first, second) {
    case (.text(let first), .text(let second)):
      guard let left = NumeralText(first), let right = NumeralText(second) else { return self }
      // Numbers with the same digits differ by their decimal notation only.
      let isFloat =
        left.hasExponent || right.hasExponent || left.shortest != right.shortest
      if isFloat, let left = left.value?.double, let right = right.value?.double {
        numbers = (left, right)
      }
      if left.isWhole, right.isWhole { return areWholeAndNear(numbers) ? aligned : self }
    case (.integer(let first), .integer(let second)):
      // Only those that no double can tell apart have lost digits.
      return Double(first) == Double(second) ? aligned : self
    default:
      if let left = first.double, let right = second.double { numbers = (left, right) }
    }
    guard let numbers, numbers != (0, 0), ValuePair.areNear(numbers.0, numbers.1) else {
      return self
    }
    return aligned
  }

  /// Returns whether two whole numbers differ by no more than a double loses.
  private func areWholeAndNear(_ numbers: (Double, Double)?) -> Bool {
    guard let numbers, numbers != (0, 0) else { return false }
    return numbers.0 == numbers.1
      || String(format: "%.15g", numbers.0) == String(format: "%.15g", numbers.1)
  }

  private static func areNear(_ first: Double, _ second: Double) -> Bool {
    func rounded(_ number: Double, _ digits: Int) -> Double? {
      Double(String(format: "%.\(digits)g", number))
    }
    if first == second || Double(Float(first)) == second || first == Double(Float(second)) {
      return true
    }
    // What six digits or more leave.
    guard abs(first - second) <= 1e-5 * max(abs(first), abs(second)) else { return false }
    return rounded(first, 15) == rounded(second, 15)
      || (6...15).contains { rounded(first, $0) == second || first == rounded(second, $0) }
  }
}

extension StoredValue {
  /// The number, or `nil` if the value isn't one.
  fileprivate var double: Double? {
    switch self {
    case .integer(let integer): Double(integer)
    case .real(let real): real
    default: nil
    }
  }

  /// The value, with an integer instead of a real number that equals one.
  package var byValue: StoredValue {
    guard case .real(let real) = self, !isNegativeZero, let integer = Int64(exactly: real) else {
      return self
    }
    return .integer(integer)
  }

  /// Whether it is a zero with a minus sign.
  var isNegativeZero: Bool {
    if case .real(let real) = self { real == 0 && real.sign == .minus } else { false }
  }
}

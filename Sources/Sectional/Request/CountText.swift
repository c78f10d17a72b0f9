/// Formats counts for people.
package enum CountText {
  /// Returns a number with commas between groups of thousands.
  package static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    var text = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// Returns a number with its noun, pluralized if necessary.
  package static func text(_ number: Int, _ noun: String) -> String {
    "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
  }
}

extension [String] {
  /// The texts with commas and the word "or" between them.
  package var alternatives: String {
    guard let last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) or \(last)"
  }
}

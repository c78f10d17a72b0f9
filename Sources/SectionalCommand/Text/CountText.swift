/// Counts as people read them.
enum CountText {
  /// Returns a number with a comma between its thousands.
  static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    var text = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place).isMultiple(of: 3) { text.append(",") }
      text.append(digit)
    }
    return text
  }

  /// Returns a number with its noun, in the plural where it needs one.
  static func text(_ number: Int, _ noun: String) -> String {
    "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
  }
}

import Sectional

/// Formats figures for people.
enum FigureText {
  /// Returns a value in the most suitable unit.
  static func text(_ value: Double, _ unit: Measurement.Unit) -> String {
    switch unit {
    case .seconds: scaled(value, [(1, "s"), (1e-3, "ms"), (1e-6, "µs")])
    case .bytes: scaled(value, [(1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1, "B")])
    }
  }

  /// Returns a ratio.
  static func text(ratio: Double) -> String { "\(threeDigits(ratio)) ×" }

  private static func scaled(_ value: Double, _ units: [(size: Double, name: String)]) -> String {
    let fitting = units.first { abs(value) >= $0.size } ?? units[units.count - 1]
    return "\(threeDigits(value / fitting.size)) \(fitting.name)"
  }

  /// Returns a number with three digits, or with all digits before the point if there are more.
  static func threeDigits(_ value: Double) -> String {
    let places = abs(value) < 10 ? 2 : abs(value) < 100 ? 1 : 0
    let factor = [1, 10, 100][places]
    let whole = Int((abs(value) * Double(factor)).rounded())
    let sign = value < 0 && whole > 0 ? "-" : ""
    guard places > 0 else { return "\(sign)\(CountText.grouped(whole))" }
    let fraction = String(whole % factor)
    let zeros = String(repeating: "0", count: places - fraction.count)
    return "\(sign)\(whole / factor).\(zeros)\(fraction)"
  }
}

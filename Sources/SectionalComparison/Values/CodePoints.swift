package import Sectional

/// The code points of two texts, which tell texts apart that look alike.
package struct CodePoints {
  /// The code points of the first text around the first difference, on one line.
  package let first: String
  /// The code points of the second text around the first difference, on one line.
  package let second: String

  private static let limit = 24

  package init(_ first: StoredValue?, _ second: StoredValue?) {
    let points = [first, second].map { $0.map(CodePoints.all) ?? [] }
    let common = zip(points[0], points[1]).prefix { $0 == $1 }.count
    let start = common > CodePoints.limit - 8 ? common - 4 : 0
    let lines = points.map { points in
      let shown = points.dropFirst(start).prefix(CodePoints.limit).joined(separator: " ")
      let isCut = points.count > start + CodePoints.limit
      return points.isEmpty ? "" : (start > 0 ? "… " : "") + shown + (isCut ? " …" : "")
    }
    self.first = lines[0]
    self.second = lines[1]
  }

  /// Returns a text's code points, such as `U+0041`.
  package static func all(of value: StoredValue) -> [String] {
    guard case .text(let text) = value else { return [] }
    return text.unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
  }
}

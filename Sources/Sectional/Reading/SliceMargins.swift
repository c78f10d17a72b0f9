/// How many rows are kept before and after a slice.
struct SliceMargins: Sendable {
  /// The number of rows on each side.
  let size: Int
  /// Whether rows are read only when the slice lacks some, because the store needs long to find them.
  let areFilledLate: Bool

  /// Creates the margins of a slice with a number of rows.
  init(ofSliceWith rows: Int) {
    self.init(size: min(max(rows / 2, 8), 64), areFilledLate: false)
  }

  /// No margins.
  static let none = SliceMargins(size: 0, areFilledLate: true)

  private init(size: Int, areFilledLate: Bool) {
    (self.size, self.areFilledLate) = (size, areFilledLate)
  }

  /// Margins from which the slice can be filled for longer.
  var widened: SliceMargins {
    areFilledLate ? self : SliceMargins(size: size * 8, areFilledLate: true)
  }
}

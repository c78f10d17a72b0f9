/// How many rows are kept before and behind a window.
struct WindowMargins: Sendable {
  /// The number of rows on each side.
  let size: Int
  /// Whether rows are read only when the window lacks some, because the store needs long to find them.
  let areFilledLate: Bool

  /// Creates the margins of a window with a number of rows.
  init(ofWindowWith rows: Int) {
    self.init(size: min(max(rows / 2, 8), 64), areFilledLate: false)
  }

  private init(size: Int, areFilledLate: Bool) {
    (self.size, self.areFilledLate) = (size, areFilledLate)
  }

  /// Margins from which the window can be filled for longer.
  var widened: WindowMargins {
    areFilledLate ? self : WindowMargins(size: size * 8, areFilledLate: true)
  }
}

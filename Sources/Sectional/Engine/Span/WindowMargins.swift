/// How many rows are kept before and behind a window.
struct WindowMargins: Sendable {
  /// The number of rows on each side.
  let size: Int
  /// Whether rows are read only when the window lacks some, because finding them takes the store long.
  let waits: Bool

  /// Creates the margins of a window with a number of rows.
  init(ofWindowWith rows: Int) {
    self.init(size: min(max(rows / 2, 8), 64), waits: false)
  }

  private init(size: Int, waits: Bool) { (self.size, self.waits) = (size, waits) }

  /// Margins from which the window can be filled for longer.
  var widened: WindowMargins { WindowMargins(size: size * 8, waits: true) }
}

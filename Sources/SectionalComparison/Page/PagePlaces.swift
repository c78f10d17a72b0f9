/// Where in a list differing rows are, for a map of it.
struct PagePlaces {
  /// The number of differing rows in each of as many equal parts of the list.
  private(set) var counts: [Int]
  private let rows: Int

  /// The most parts.
  private static let most = 120

  /// Describes a list of some rows, of which none differs yet.
  init(rows: Int) {
    self.rows = max(rows, 1)
    counts = Array(repeating: 0, count: min(max(rows, 1), PagePlaces.most))
  }

  /// Notes a differing row at a place.
  mutating func note(_ place: Int) { counts[min(place, rows - 1) * counts.count / rows] += 1 }
}

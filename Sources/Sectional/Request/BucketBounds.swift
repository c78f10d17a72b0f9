/// The lower bounds of ranges of numbers, compared with integers and reals exactly, as SQLite compares them.
package struct BucketBounds: Sendable {
  /// A bound as the least integer and the least real that aren't below it.
  fileprivate struct Bound: Sendable {
    /// `nil` if every integer is below the bound.
    let integer: Int64?
    let real: Double
  }

  private let bounds: [Bound]
  /// The bounds as texts that distinguish them.
  let names: [String]
  /// Why numbers can't be grouped by these bounds, or `nil` if they can.
  package let problem: String?

  /// Creates bounds from integers and reals.
  package init(_ values: [StoredValue]) {
    let values = values.map(\.canonicalNumber)
    let bounds = values.compactMap { Bound($0) }
    self.bounds = bounds
    names = values.map(\.sectionName)
    if bounds.count < values.count {
      problem =
        "a bound of buckets must be a number that others are below or not; leave out NaN and null"
    } else if let place = values.indices.dropFirst().first(where: {
      values[$0 - 1].order(to: values[$0]) != .less
    }) {
      problem =
        "the bounds of buckets must ascend, but \(names[place]) follows \(names[place - 1]); "
        + "list each once, from the least to the greatest"
    } else {
      problem = nil
    }
  }

  /// Returns the number of bounds that a number isn't below; null stays null, and anything else gives `nil`.
  func bucket(of cell: StoredValue) -> StoredValue? {
    switch cell {
    case .null: cell
    case .integer(let integer):
      .integer(Int64(bounds.count { $0.integer.map { integer >= $0 } ?? false }))
    case .real(let real) where !real.isNaN: .integer(Int64(bounds.count { real >= $0.real }))
    default: nil
    }
  }

  /// Returns the name of the range whose numbers aren't below the given number of bounds.
  func name(of bucket: Int) -> String {
    guard bucket > 0 else { return names.isEmpty ? "" : "< \(names[0])" }
    return bucket < names.count
      ? "\(names[bucket - 1]) to < \(names[bucket])" : "\u{2265} \(names[bucket - 1])"
  }
}

extension BucketBounds.Bound {
  /// Creates a bound, or returns `nil` if the value isn't a number that can be compared.
  init?(_ value: StoredValue) {
    switch value {
    case .integer(let integer):
      self.integer = integer
      let nearest = Double(integer)
      real = nearest < 0x1p63 && Int64(nearest) < integer ? nearest.nextUp : nearest
    case .real(let real) where !real.isNaN:
      self.real = real
      integer = Int64(exactly: real.rounded(.up)) ?? (real < 0 ? .min : nil)
    default: return nil
    }
  }
}

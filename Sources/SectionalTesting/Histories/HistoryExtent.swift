/// Which of a table's rows the list over a history shows.
public enum HistoryExtent: Sendable, Hashable {
  /// All of them.
  case all
  /// Those behind a number of others, and so many of them.
  case slice(offset: Int, limit: Int)

  /// Slices at the beginning and behind it.
  public static let slices: [HistoryExtent] = [
    .slice(offset: 0, limit: 6), .slice(offset: 3, limit: 5), .slice(offset: 2, limit: 0),
  ]

  /// Returns the part of all rows, in the list's order, that the list shows; the limit zero stands for none.
  public func part<Row>(of rows: [Row]) -> [Row] {
    switch self {
    case .all: rows
    case .slice(let offset, let limit):
      Array(rows.dropFirst(offset).prefix(limit == 0 ? .max : limit))
    }
  }
}

extension HistoryExtent: LosslessStringConvertible {
  /// Creates an extent from its word in the line of a plan.
  public init?(_ description: String) {
    let numbers = description.split(separator: "+").map { Int($0) }
    guard numbers.count == 2, let offset = numbers[0], let limit = numbers[1] else { return nil }
    self = .slice(offset: offset, limit: limit)
  }

  /// The word: a slice's offset and limit, as in `3+5`.
  public var description: String {
    switch self {
    case .all: "all"
    case .slice(let offset, let limit): "\(offset)+\(limit)"
    }
  }
}

package import Sectional

/// Which rows of a table the list over a history shows and holds.
public enum HistoryExtent: Sendable, Hashable {
  /// All of them.
  case all
  /// Those behind a number of others, and so many of them; the limit zero stands for none.
  case slice(offset: Int, limit: Int)
  /// The last ones, and those before them that were loaded.
  case tail(of: Int)
  /// All of them, with the contents of those that were looked at, read so many at a time.
  case batches(of: Int)
  /// All of them, of which so many are held and the others counted.
  case window(of: Int)

  /// Slices at the beginning and behind it.
  public static let slices: [HistoryExtent] = [
    .slice(offset: 0, limit: 6), .slice(offset: 3, limit: 5), .slice(offset: 2, limit: 0),
  ]

  /// Lists that begin at their end.
  public static let tails: [HistoryExtent] = [1, 4].map { .tail(of: $0) }

  /// Batches of several sizes.
  public static let batches: [HistoryExtent] = [1, 3, 6].map { .batches(of: $0) }

  /// A window of a few blocks of two rows.
  public static let windows: [HistoryExtent] = [.window(of: 6)]

  /// Extents of every kind.
  public static let samples: [HistoryExtent] = [.all] + slices + tails + batches + windows

  /// Returns the part of all rows, in the list's order, that the list shows.
  public func part<Row>(of rows: [Row]) -> [Row] {
    guard case .slice(let offset, let limit) = self else { return rows }
    return Array(rows.dropFirst(offset).prefix(limit == 0 ? .max : limit))
  }

  /// Whether the list holds the contents of all rows that it shows; others report an update only if they hold the row.
  public var holdsContents: Bool {
    switch self {
    case .all, .slice, .tail: true
    case .batches, .window: false
    }
  }
}

extension HistoryExtent: LosslessStringConvertible {
  /// Creates an extent from its word in the line of a plan.
  public init?(_ description: String) {
    if description == "all" {
      self = .all
    } else if let match = description.wholeMatch(of: /(last|batches|window)(\d+)/),
      let count = Int(match.2)
    {
      switch match.1 {
      case "last": self = .tail(of: count)
      case "window": self = .window(of: count)
      default: self = .batches(of: count)
      }
    } else if let match = description.wholeMatch(of: /(\d+)\+(\d+)/), let offset = Int(match.1),
      let limit = Int(match.2)
    {
      self = .slice(offset: offset, limit: limit)
    } else {
      return nil
    }
  }

  /// The word: a slice's offset and limit, as in `3+5`, or the number of last rows or the size of batches or a window, as in
  /// `last4`, `batches3` and `window6`.
  public var description: String {
    switch self {
    case .all: "all"
    case .slice(let offset, let limit): "\(offset)+\(limit)"
    case .tail(let rows): "last\(rows)"
    case .batches(let size): "batches\(size)"
    case .window(let rows): "window\(rows)"
    }
  }
}

extension HistoryExtent {
  /// The smallest number of rows of a list that begins at its end; `nil` for others.
  var fewestLastRows: Int? { if case .tail(let rows) = self { rows } else { nil } }

  /// Sets what a request says of the extent.
  package func apply(to request: inout ResultsRequest<StoredRow>) {
    switch self {
    case .all: break
    case .slice(let offset, let limit): (request.fetchOffset, request.fetchLimit) = (offset, limit)
    case .tail(let rows): request.fetchLast = rows
    case .batches(let size): request.fetchBatchSize = size
    case .window(let rows): request.fetchWindowSize = rows
    }
  }

  /// Makes a list that doesn't hold all contents hold few, in small blocks, so that short histories pass all their edges.
  package func constrain(_ controller: ResultsController<StoredRow>) {
    guard !holdsContents else { return }
    var reading = ListReaderOptions()
    reading.shape = RowTreeShape(blockRows: 2, blockBytes: 4096, fanOut: 4)
    reading.mostLoadedRows = HistoryExtent.fewRows
    reading.counting.requiresIndex = false
    (reading.counting.firstRows, reading.counting.leastRows) = (3, 2)
    (reading.counting.mostRows, reading.counting.mostRestoredBlocks) = (2, 6)
    // A list in doubt shows other counts for a while; these histories ask for exact ones.
    (reading.counting.restFactor, reading.counting.mostRowsAtOnce) = (0, .max)
    controller.options.reading = reading
  }

  /// The number of rows whose contents a list with batches keeps.
  private static let fewRows = 6

  /// The number of rows whose contents the list may hold after a step, if it doesn't hold all.
  var mostHeldRows: Int? {
    switch self {
    case .all, .slice, .tail: nil
    // Six batches are read for each of at most four rows that are looked at together.
    case .batches(let size): HistoryExtent.fewRows + size * 24 + 8
    // The blocks of rows that were looked at since, and parts of blocks that were split.
    case .window(let rows): rows + 32
    }
  }
}

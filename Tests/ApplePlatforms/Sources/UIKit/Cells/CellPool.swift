/// A cell that can be used again.
@MainActor protocol ReusableCell: AnyObject {
  var reuseIdentifier: String? { get }
  func prepareForReuse()
  func setReuseIdentifier(_ identifier: String)
}

/// The cells of one view: which are registered, which wait to be used again, and which the data source is asked for.
@MainActor final class CellPool<Cell: ReusableCell> {
  /// One question to the data source.
  private struct Request {
    /// The cell that is there and to be configured again.
    let existing: Cell?
    var dequeued: [Cell] = []
  }

  private var makers: [String: () -> Cell?] = [:]
  private var idle: [String: [Cell]] = [:]
  private var request: Request?

  /// Whether the data source is being asked for a cell.
  var isAsking: Bool { request != nil }

  func register(_ identifier: String, _ make: (() -> Cell?)?) { makers[identifier] = make }

  /// Returns a cell to fill in, or `nil` if none is registered.
  func dequeue(_ identifier: String) -> Cell? {
    if let existing = request?.existing, existing.reuseIdentifier == identifier {
      request?.dequeued.append(existing)
      return existing
    }
    if let cell = idle[identifier]?.popLast() {
      cell.prepareForReuse()
      request?.dequeued.append(cell)
      return cell
    }
    guard let cell = makers[identifier]?() else { return nil }
    cell.setReuseIdentifier(identifier)
    request?.dequeued.append(cell)
    return cell
  }

  /// Lets a cell that has left the screen be used again.
  func retire(_ cell: Cell) {
    guard let identifier = cell.reuseIdentifier else { return }
    idle[identifier, default: []].append(cell)
  }

  /// Asks a data source for a cell.
  ///
  /// - Returns: Its answer, and the cells that it dequeued for it.
  func ask(existing: Cell?, _ question: () -> Cell?) -> (answer: Cell?, dequeued: [Cell]) {
    let outer = request
    request = Request(existing: existing)
    defer { request = outer }
    let answer = question()
    return (answer, request?.dequeued ?? [])
  }
}

public import Foundation

/// Whether some collection view is asking for a cell.
@MainActor enum CellRequests {
  // State: of the main actor.
  private static var depth = 0
  static var areRunning: Bool { depth > 0 }
  static func begin() { depth += 1 }
  static func end() { depth -= 1 }
}

extension UICollectionView {
  /// Says how cells of a class show items; it is made once, before the first cell is asked for.
  @MainActor public struct CellRegistration<Cell: UICollectionViewCell, Item> {
    /// Fills in a cell.
    public typealias Handler = (_ cell: Cell, _ indexPath: IndexPath, _ itemIdentifier: Item) ->
      Void

    let handler: Handler
    let identifier = UUID().uuidString
    /// Whether it was made where a cell was asked for, which the real one refuses.
    let isMadeByRequest: Bool

    /// Makes a registration.
    public init(handler: @escaping Handler) {
      self.handler = handler
      isMadeByRequest = CellRequests.areRunning
    }
  }
}

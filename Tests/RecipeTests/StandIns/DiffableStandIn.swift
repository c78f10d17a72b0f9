#if !canImport(UIKit)
  import Foundation
  import Sectional
  import TestSupport

  /// Just enough of UIKit's diffable data source to run the recipe without UIKit.
  struct NSDiffableDataSourceSnapshot<Section: Hashable & Sendable, Item: Hashable & Sendable>:
    Sendable
  {
    private(set) var sectionIdentifiers: [Section] = []
    private(set) var items: [Section: [Item]] = [:]
    private(set) var reconfiguredItemIdentifiers: [Item] = []

    mutating func appendSections(_ sections: [Section]) { sectionIdentifiers += sections }
    mutating func appendItems(_ items: [Item], toSection section: Section) {
      self.items[section, default: []] += items
    }
    mutating func reconfigureItems(_ items: [Item]) { reconfiguredItemIdentifiers += items }
  }

  @MainActor
  final class UICollectionView {}

  @MainActor
  final class UICollectionViewListCell {
    var contentConfiguration: UIListContentConfiguration?
    func defaultContentConfiguration() -> UIListContentConfiguration {
      UIListContentConfiguration()
    }
  }

  @MainActor
  class UICollectionViewDiffableDataSource<Section: Hashable & Sendable, Item: Hashable & Sendable>
  {
    typealias CellProvider = (UICollectionView, IndexPath, Item) -> UICollectionViewListCell?

    private let collectionView: UICollectionView
    private let cellProvider: CellProvider
    private var cells: [Item: String?] = [:]
    private(set) var snapshot = NSDiffableDataSourceSnapshot<Section, Item>()

    init(collectionView: UICollectionView, cellProvider: @escaping CellProvider) {
      self.collectionView = collectionView
      self.cellProvider = cellProvider
    }

    /// Creates cells for new items and reconfigures the items that it is told to, as the real one does.
    func apply(
      _ snapshot: NSDiffableDataSourceSnapshot<Section, Item>, animatingDifferences: Bool = true
    ) {
      self.snapshot = snapshot
      let items = Set(snapshot.items.values.joined())
      cells = cells.filter { items.contains($0.key) }
      let again = Set(snapshot.reconfiguredItemIdentifiers)
      for (number, section) in snapshot.sectionIdentifiers.enumerated() {
        for (place, item) in (snapshot.items[section] ?? []).enumerated()
        where cells[item] == nil || again.contains(item) {
          let path = IndexPath(item: place, section: number)
          cells[item] = cellProvider(collectionView, path, item)?.contentConfiguration?.text
        }
      }
    }

    /// The texts on the screen, section by section.
    var shown: [[String]] {
      snapshot.sectionIdentifiers.map { section in
        (snapshot.items[section] ?? []).map { (cells[$0] ?? nil) ?? "" }
      }
    }
  }
#endif

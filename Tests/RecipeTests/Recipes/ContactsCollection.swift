import Foundation
import Sectional

#if canImport(UIKit)
  import UIKit
#endif

@MainActor
final class ContactsCollection {
  typealias DataSource = UICollectionViewDiffableDataSource<StoredValue, RowKey>
  typealias Snapshot = NSDiffableDataSourceSnapshot<StoredValue, RowKey>

  let dataSource: DataSource
  private let controller: ResultsController<Contact>

  init(store: some ResultsStore, collectionView: UICollectionView) {
    let controller = ResultsController(
      fetchRequest: ResultsRequest<Contact>(sortBy: [SortKey(\.name)]), store: store,
      sectionBy: .firstLetter(of: \.name))
    self.controller = controller
    dataSource = DataSource(collectionView: collectionView) { _, _, key in
      let cell = UICollectionViewListCell()
      var content = cell.defaultContentConfiguration()
      content.text = controller.results.object(forKey: key)?.name
      cell.contentConfiguration = content
      return cell
    }
    controller.snapshotDelegate = self
  }

  // The first snapshot comes from here, and the next ones after changes.
  func load() async throws { try await controller.performFetch() }
}

extension ContactsCollection: @MainActor ResultsSnapshotDelegate {
  func controller(
    _ controller: ResultsController<Contact>, didChangeContentWith list: ResultsSnapshot<Contact>
  ) {
    var snapshot = Snapshot()
    snapshot.appendSections(list.sectionIdentifiers)
    for section in list.results {
      snapshot.appendItems(section.rows.keys, toSection: section.key)
    }
    snapshot.reconfigureItems(list.reconfiguredItemIdentifiers)
    dataSource.apply(snapshot)
  }
}

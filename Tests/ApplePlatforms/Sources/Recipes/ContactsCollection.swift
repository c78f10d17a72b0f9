import Sectional
import SectionalSQLite
import UIKit

@MainActor
final class ContactsCollection {
  typealias DataSource = UICollectionViewDiffableDataSource<StoredValue, RowKey>
  typealias Snapshot = NSDiffableDataSourceSnapshot<StoredValue, RowKey>

  let collectionView: UICollectionView
  let dataSource: DataSource
  private let controller: ResultsController<Contact>

  init(store: some ResultsStore) {
    let layout = UICollectionViewCompositionalLayout.list(using: .init(appearance: .plain))
    collectionView = UICollectionView(frame: .zero, collectionViewLayout: layout)
    let controller = ResultsController(
      fetchRequest: ResultsRequest<Contact>(sortBy: [SortKey(\.name)]), store: store,
      sectionBy: .firstLetter(of: \.name))
    self.controller = controller
    let cells = UICollectionView.CellRegistration<UICollectionViewListCell, RowKey> {
      cell, _, key in
      var content = cell.defaultContentConfiguration()
      content.text = controller.results.object(forKey: key)?.name
      cell.contentConfiguration = content
    }
    dataSource = DataSource(collectionView: collectionView) { collectionView, indexPath, key in
      collectionView.dequeueConfiguredReusableCell(using: cells, for: indexPath, item: key)
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

import Sectional
import SectionalSQLite
import UIKit

/// A collection view that is handed each change instead of the whole list.
@MainActor
final class ContactsBatches: NSObject {
  let collectionView: UICollectionView
  let controller: ResultsController<Contact>
  private let cells = UICollectionView.CellRegistration<UICollectionViewListCell, Contact> {
    cell, _, contact in
    var content = cell.defaultContentConfiguration()
    content.text = contact.name
    cell.contentConfiguration = content
  }

  init(store: some ResultsStore) {
    let layout = UICollectionViewCompositionalLayout.list(using: .init(appearance: .plain))
    collectionView = UICollectionView(frame: .zero, collectionViewLayout: layout)
    controller = ResultsController(
      fetchRequest: ResultsRequest<Contact>(sortBy: [SortKey(\.team), SortKey(\.name)]),
      store: store, sectionNameKeyPath: \.team)
    super.init()
    collectionView.dataSource = self
    controller.changesetDelegate = self
  }

  func load() async throws {
    try await controller.performFetch()
    collectionView.reloadData()
    // A collection view counts its items when it lays them out, which must be before the first change.
    collectionView.layoutIfNeeded()
  }
}

extension ContactsBatches: UICollectionViewDataSource {
  func numberOfSections(in collectionView: UICollectionView) -> Int { controller.sections.count }

  func collectionView(
    _ collectionView: UICollectionView, numberOfItemsInSection section: Int
  ) -> Int { controller.sections[section].numberOfObjects }

  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    collectionView.dequeueConfiguredReusableCell(
      using: cells, for: indexPath, item: controller[indexPath])
  }
}

extension ContactsBatches: @MainActor ResultsChangesetDelegate {
  func controller(
    _ controller: ResultsController<Contact>,
    didChangeContentWith changeset: ResultsChangeset<Contact>
  ) {
    let updates = changeset.tableUpdates
    collectionView.performBatchUpdates { [collectionView] in
      collectionView.deleteSections(IndexSet(updates.sectionDeletes))
      collectionView.insertSections(IndexSet(updates.sectionInserts))
      collectionView.deleteItems(at: updates.deletes)
      collectionView.insertItems(at: updates.inserts)
      for move in updates.moves { collectionView.moveItem(at: move.from, to: move.to) }
    }
    collectionView.reconfigureItems(at: updates.reloads)
  }
}

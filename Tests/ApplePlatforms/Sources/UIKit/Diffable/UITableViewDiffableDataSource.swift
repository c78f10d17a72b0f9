public import Foundation

/// The data source of a table view that shows snapshots.
@MainActor
open class UITableViewDiffableDataSource<
  SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
>: NSObject, UITableViewDataSource {
  /// Returns the cell of an item, dequeued and filled in.
  public typealias CellProvider = (
    _ tableView: UITableView, _ indexPath: IndexPath,
    _ itemIdentifier: ItemIdentifierType
  ) -> UITableViewCell?

  private weak var tableView: UITableView?
  private let cellProvider: CellProvider
  private var current =
    NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>()

  /// Makes the data source of a table view, which it becomes.
  public init(
    tableView: UITableView,
    cellProvider:
      @escaping UITableViewDiffableDataSource<
        SectionIdentifierType, ItemIdentifierType
      >.CellProvider
  ) {
    self.tableView = tableView
    self.cellProvider = cellProvider
    super.init()
    tableView.dataSource = self
  }

  /// Shows a snapshot.
  open func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    animatingDifferences: Bool = true, completion: (() -> Void)? = nil
  ) {
    let before = current
    guard let tableView else { return }
    for failure in snapshot.failures { tableView.fail(failure) }
    var screen = tableView.loaded
    current = snapshot
    screen.rearrange(tableView.questions(), from: snapshot.origins(in: before))
    tableView.show(screen)
    completion?()
  }

  /// Shows a snapshot, and returns when it is shown.
  open func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
    animatingDifferences: Bool = true
  ) async {
    apply(snapshot, animatingDifferences: animatingDifferences, completion: nil)
  }

  /// Returns what is shown, as a snapshot to change.
  open func snapshot() -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> {
    current
  }

  /// Returns the item at an index path.
  open func itemIdentifier(for indexPath: IndexPath) -> ItemIdentifierType? {
    current.item(at: Place(indexPath))
  }

  /// Returns the index path of an item.
  open func indexPath(for itemIdentifier: ItemIdentifierType) -> IndexPath? {
    current.places[itemIdentifier]?.path
  }

  /// Returns the number of sections.
  open func numberOfSections(in tableView: UITableView) -> Int {
    current.numberOfSections
  }

  /// Returns the number of items of a section.
  open func tableView(
    _ tableView: UITableView, numberOfRowsInSection section: Int
  ) -> Int { current.counts[section] }

  /// Returns the cell of an item.
  open func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    let item = current.item(at: Place(indexPath))
    return item.flatMap { cellProvider(tableView, indexPath, $0) }
      ?? UITableViewCell(style: .default, reuseIdentifier: nil)
  }
}

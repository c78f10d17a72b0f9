import Sectional
import Testing
import UIKit

/// What diffable data sources demand of their snapshots.
@MainActor
struct SnapshotTests {
  private typealias Snapshot = NSDiffableDataSourceSnapshot<String, Int>
  private typealias Registration = UICollectionView.CellRegistration<UICollectionViewListCell, Int>

  private let view = UICollectionView(
    frame: .zero, collectionViewLayout: UICollectionViewCompositionalLayout())
  private let source: UICollectionViewDiffableDataSource<String, Int>
  private let texts = Texts()

  private final class Texts {
    var text: (Int) -> String = { "\($0)" }
  }

  init() {
    let cells = Registration { [texts] cell, _, number in
      var content = cell.defaultContentConfiguration()
      content.text = texts.text(number)
      cell.contentConfiguration = content
    }
    source = UICollectionViewDiffableDataSource(collectionView: view) { view, path, number in
      view.dequeueConfiguredReusableCell(using: cells, for: path, item: number)
    }
  }

  private func apply(_ change: (inout Snapshot) -> Void) {
    var snapshot = Snapshot()
    change(&snapshot)
    source.apply(snapshot)
  }

  @Test
  func `a snapshot is shown, and items keep their cells until they are configured again`() {
    apply { snapshot in
      snapshot.appendSections(["a", "b"])
      snapshot.appendItems([1, 2], toSection: "a")
      snapshot.appendItems([3])
    }
    #expect(view.shown == [["1", "2"], ["3"]])
    texts.text = { "new \($0)" }
    apply { snapshot in
      snapshot.appendSections(["b"])
      snapshot.appendItems([3, 1, 4])
      snapshot.reconfigureItems([1])
    }
    #expect(view.shown == [["3", "new 1", "new 4"]])
    #expect(view.failures == [])
  }

  @Test
  func `an item that stands twice is noticed`() {
    apply { snapshot in
      snapshot.appendSections(["a", "b"])
      snapshot.appendItems([1], toSection: "a")
      snapshot.appendItems([1], toSection: "b")
    }
    #expect(view.failures.contains { $0.hasPrefix("Supplied item identifiers are not unique.") })
  }

  @Test
  func `a section that stands twice is noticed`() {
    apply { $0.appendSections(["a", "a"]) }
    #expect(view.failures.contains { $0.hasPrefix("Supplied section identifiers are not unique.") })
  }

  @Test
  func `items of sections and for configuring that are not there are noticed`() {
    apply { $0.appendItems([1], toSection: "a") }
    apply { $0.reconfigureItems([7]) }
    apply { $0.reloadItems([7]) }
    #expect(view.failures.count == 3)
  }

  @Test
  func `a table view's data source shows its snapshots too`() {
    let table = UITableView(frame: .zero, style: .plain)
    table.register(UITableViewCell.self, forCellReuseIdentifier: "number")
    let source = UITableViewDiffableDataSource<String, Int>(tableView: table) {
      table, path, number in
      let cell = table.dequeueReusableCell(withIdentifier: "number", for: path)
      var content = cell.defaultContentConfiguration()
      content.text = "\(number)"
      cell.contentConfiguration = content
      return cell
    }
    var snapshot = Snapshot()
    snapshot.appendSections(["a"])
    snapshot.appendItems([2, 1])
    source.apply(snapshot)
    #expect(table.shown == [["2", "1"]])
    #expect(table.failures == [])
    #expect(source.indexPath(for: 1) == IndexPath(row: 1, section: 0))
  }
}

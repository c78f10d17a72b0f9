#if !canImport(UIKit)
  import Foundation
  import Sectional
  import SectionalTesting
  import TestSupport

  /// Just enough of UIKit's table view to run the recipe without UIKit: its names, over the simulated table view.
  ///
  /// It keeps what a screen would show. As in the real one, a cell that isn't reloaded keeps its contents.
  @MainActor
  final class UITableView {
    enum RowAnimation { case automatic }

    weak var dataSource: UITableViewController?
    /// The texts on the screen, section by section.
    var shown: [[String]] { table.sections.map(\.rows) }
    /// The violation for which the real one would have stopped the program.
    private(set) var violation: LawViolation?
    private var table = BatchUpdateSimulator<String>([])
    private var batch = BatchUpdate(namingImpliedRows: true)

    func reloadData() {
      let counts = counts
      table = BatchUpdateSimulator(
        counts.indices.map { section in
          .init(
            header: header(section),
            rows: (0..<counts[section]).map { text(ElementPath(section: section, item: $0)) })
        })
    }

    func beginUpdates() { batch = BatchUpdate(namingImpliedRows: true) }
    func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
      batch.sectionDeletes += sections
    }
    func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
      batch.sectionInserts += sections
    }
    func deleteRows(at paths: [IndexPath], with animation: RowAnimation) {
      batch.deletes += paths.map { ElementPath($0) }
    }
    func insertRows(at paths: [IndexPath], with animation: RowAnimation) {
      batch.inserts += paths.map { ElementPath($0) }
    }
    func reloadRows(at paths: [IndexPath], with animation: RowAnimation) {
      batch.reloads += paths.map { ElementPath($0) }
    }
    func moveRow(at path: IndexPath, to target: IndexPath) {
      batch.moves.append(BatchUpdate.Move(from: ElementPath(path), to: ElementPath(target)))
    }

    func dequeueReusableCell(withIdentifier: String, for path: IndexPath) -> UITableViewCell {
      UITableViewCell()
    }

    func endUpdates() {
      let counts = counts
      let headers = counts.indices.map { header($0) }
      let texts = counts.indices.map { section in
        (0..<counts[section]).map { text(ElementPath(section: section, item: $0)) }
      }
      do throws(LawViolation) {
        try table.apply(
          batch,
          asking: .init(
            numberOfRows: counts, header: { headers[$0] }, row: { texts[$0.section][$0.item] }))
      } catch { violation = violation ?? error }
    }

    private var counts: [Int] {
      guard let dataSource else { return [] }
      return (0..<dataSource.numberOfSections(in: self)).map {
        dataSource.tableView(self, numberOfRowsInSection: $0)
      }
    }

    private func header(_ section: Int) -> String {
      dataSource?.tableView(self, titleForHeaderInSection: section) ?? ""
    }

    private func text(_ place: ElementPath) -> String {
      let path = IndexPath(item: place.item, section: place.section)
      return dataSource?.tableView(self, cellForRowAt: path).text ?? ""
    }
  }

  @MainActor
  final class UITableViewCell {
    var text: String?
    var contentConfiguration: UIListContentConfiguration? {
      didSet { text = contentConfiguration?.text }
    }
    func defaultContentConfiguration() -> UIListContentConfiguration {
      UIListContentConfiguration()
    }
  }

  struct UIListContentConfiguration {
    var text: String?
  }

  @MainActor
  class UITableViewController {
    enum Style { case plain }

    let tableView = UITableView()

    init(style: Style) { tableView.dataSource = self }

    func viewDidLoad() {}
    func numberOfSections(in tableView: UITableView) -> Int { 1 }
    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 0 }
    func tableView(
      _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell { UITableViewCell() }
    func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
      nil
    }
    func sectionIndexTitles(for tableView: UITableView) -> [String]? { nil }
    func tableView(
      _ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int
    ) -> Int { 0 }
  }
#endif

#if !canImport(UIKit)
  import Foundation
  import Sectional

  /// Just enough of UIKit's table view to run the recipe where UIKit is not.
  ///
  /// It keeps what a screen would show, and asks its data source for new cells only, as the real one does.
  @MainActor
  final class UITableView {
    enum RowAnimation { case automatic }

    weak var dataSource: UITableViewController?
    /// The texts on the screen, section by section.
    var shown: [[String]] { cells.map { $0.map { $0 ?? "" } } }
    // A cell without a text is asked for once everything has its place.
    private var cells: [[String?]] = []
    private var batch = Batch()

    private struct Batch {
      var deletedSections = IndexSet()
      var insertedSections = IndexSet()
      var deleted: Set<IndexPath> = []
      var inserted: Set<IndexPath> = []
      var moved: [IndexPath: IndexPath] = [:]
      var reloaded: Set<IndexPath> = []
    }

    func reloadData() {
      guard let dataSource else { return }
      cells = (0..<dataSource.numberOfSections(in: self)).map { section in
        (0..<dataSource.tableView(self, numberOfRowsInSection: section)).map {
          text(at: IndexPath(item: $0, section: section))
        }
      }
    }

    func beginUpdates() { batch = Batch() }
    func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
      batch.deletedSections.formUnion(sections)
    }
    func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
      batch.insertedSections.formUnion(sections)
    }
    func deleteRows(at paths: [IndexPath], with animation: RowAnimation) {
      batch.deleted.formUnion(paths)
    }
    func insertRows(at paths: [IndexPath], with animation: RowAnimation) {
      batch.inserted.formUnion(paths)
    }
    func reloadRows(at paths: [IndexPath], with animation: RowAnimation) {
      batch.reloaded.formUnion(paths)
    }
    func moveRow(at path: IndexPath, to target: IndexPath) { batch.moved[path] = target }

    func dequeueReusableCell(withIdentifier: String, for path: IndexPath) -> UITableViewCell {
      UITableViewCell()
    }

    /// Deletes by old paths, then inserts and moves by new ones.
    func endUpdates() {
      var arrivals: [IndexPath: String?] = [:]
      for path in batch.inserted { arrivals[path] = .some(nil) }
      for (path, target) in batch.moved { arrivals[target] = cells[path.section][path.item] }
      var sections: [[String?]] = []
      for (section, texts) in cells.enumerated() where !batch.deletedSections.contains(section) {
        sections.append(staying(texts, in: section))
      }
      for section in batch.insertedSections { sections.insert([], at: section) }
      for path in arrivals.keys.sorted() {
        sections[path.section].insert(arrivals[path] ?? nil, at: path.item)
      }
      cells = sections.enumerated().map { section, texts in
        texts.enumerated().map { $1 ?? text(at: IndexPath(item: $0, section: section)) }
      }
    }

    /// The texts of a section without the rows that leave; reloaded ones are asked for anew.
    private func staying(_ texts: [String?], in section: Int) -> [String?] {
      texts.enumerated().compactMap { item, text -> String?? in
        let path = IndexPath(item: item, section: section)
        if batch.deleted.contains(path) || batch.moved[path] != nil { return nil }
        return batch.reloaded.contains(path) ? .some(nil) : text
      }
    }

    private func text(at path: IndexPath) -> String {
      dataSource?.tableView(self, cellForRowAt: path).text ?? ""
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

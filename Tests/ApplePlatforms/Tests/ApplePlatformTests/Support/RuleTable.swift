import UIKit

/// A table of texts that keeps the rules, or breaks one of them.
final class RuleTable: UITableViewController {
  enum Fault {
    case none
    case registersNothing
    case returnsAnotherCell
    case returnsItsOwnCell
  }

  var sections: [[String]]
  private let fault: Fault

  init(_ sections: [[String]], fault: Fault = .none) {
    self.sections = sections
    self.fault = fault
    super.init(style: .plain)
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { nil }

  /// Begins to show some sections, then does what a batch says.
  static func failures(
    from before: [[String]], to after: [[String]], _ batch: (UITableView) -> Void
  ) -> [String] {
    let table = RuleTable(before)
    table.tableView.reloadData()
    table.tableView.beginUpdates()
    table.sections = after
    batch(table.tableView)
    table.tableView.endUpdates()
    return table.tableView.failures
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    guard fault != .registersNothing else { return }
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "text")
  }

  override func numberOfSections(in tableView: UITableView) -> Int { sections.count }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    sections[section].count
  }

  override func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    let own = UITableViewCell(style: .default, reuseIdentifier: nil)
    guard fault != .returnsItsOwnCell else { return own }
    let cell = tableView.dequeueReusableCell(withIdentifier: "text", for: indexPath)
    var content = cell.defaultContentConfiguration()
    content.text = sections[indexPath[0]][indexPath[1]]
    cell.contentConfiguration = content
    return fault == .returnsAnotherCell ? own : cell
  }
}

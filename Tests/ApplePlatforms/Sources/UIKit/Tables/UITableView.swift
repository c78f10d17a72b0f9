public import Foundation

/// Rows in sections.
@MainActor open class UITableView: UIView {
  /// How a table looks.
  public enum Style: Int, Sendable {
    /// Headers stay at the top.
    case plain = 0
    /// Sections stand apart.
    case grouped = 1
    /// Sections are cards.
    case insetGrouped = 2
  }

  /// How rows come and go.
  public enum RowAnimation: Int, Sendable {
    /// They fade.
    case fade = 0
    /// Nothing moves.
    case none = 5
    /// The table decides.
    case automatic = 100
  }

  /// What is asked for the contents.
  open weak var dataSource: (any UITableViewDataSource)?
  /// What is told and asked besides.
  open weak var delegate: (any UITableViewDelegate)?
  /// How the table looks.
  public let style: UITableView.Style

  let pool = CellPool<UITableViewCell>()
  /// What is shown; `nil` until the contents were asked for.
  var screen: Screen<UITableViewCell>?
  var batch = BatchUpdate()
  var depth = 0

  /// Makes a table.
  public init(frame: CGRect, style: UITableView.Style) {
    self.style = style
    super.init(frame: frame)
  }

  /// Makes a table of an archive, which these stand-ins leave out.
  public required init?(coder: NSCoder) {
    style = .plain
    super.init(coder: coder)
  }

  /// The number of sections.
  open var numberOfSections: Int { loaded.sections.count }

  /// Returns the number of rows of a section.
  open func numberOfRows(inSection section: Int) -> Int { loaded.counts[section] }

  /// Returns the cell that is shown at an index path.
  open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
    loaded.cell(at: Place(indexPath))
  }

  /// Asks for everything.
  open func reloadData() {
    let old = screen?.cells ?? []
    for cell in old { pool.retire(cell) }
    var new = Screen<UITableViewCell>()
    new.reload(questions())
    screen = new
  }

  /// What is shown, which a table first asks for when it needs it.
  var loaded: Screen<UITableViewCell> {
    if screen == nil { reloadData() }
    return screen ?? Screen()
  }

  /// Puts another screen in place of the one that is there.
  func show(_ new: Screen<UITableViewCell>) {
    let old = screen?.cells ?? []
    screen = new
    let shown = Set(new.cells.map { ObjectIdentifier($0) })
    for cell in old where !shown.contains(ObjectIdentifier(cell)) { pool.retire(cell) }
  }
}

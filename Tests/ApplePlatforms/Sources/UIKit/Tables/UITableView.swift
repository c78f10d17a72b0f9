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

  /// Where a row is on the screen when the table has scrolled to it.
  public enum ScrollPosition: Int, Sendable {
    /// The table scrolls as little as it can; this one scrolls to the top.
    case none = 0
    /// The row is the first one.
    case top = 1
    /// The row is in the middle.
    case middle = 2
    /// The row is the last one.
    case bottom = 3
  }

  /// What is asked for the contents.
  open weak var dataSource: (any UITableViewDataSource)?
  /// What is told and asked besides.
  open weak var delegate: (any UITableViewDelegate)?
  /// What is told of rows that will soon be on the screen.
  open weak var prefetchDataSource: (any UITableViewDataSourcePrefetching)?
  /// How the table looks.
  public let style: UITableView.Style

  /// The number of rows that fit on the screen; the table asks for the cells of no others.
  package var rowsOnScreen = Int.max
  /// How often everything was asked for.
  package private(set) var reloads = 0
  /// The rows that were to be configured again.
  package internal(set) var reconfigured: Set<IndexPath> = []

  /// The number of rows above the screen.
  var rowsAbove = 0
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
    let cell = loaded.cell(at: Place(indexPath))
    return cell is CellOffScreen ? nil : cell
  }

  /// Asks for everything.
  open func reloadData() {
    reloads += 1
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
  func show(_ next: Screen<UITableViewCell>) {
    var new = next
    exchangeCells(of: &new)
    let old = screen?.cells ?? []
    screen = new
    let shown = Set(new.cells.map { ObjectIdentifier($0) })
    for cell in old where !shown.contains(ObjectIdentifier(cell)) { pool.retire(cell) }
  }
}

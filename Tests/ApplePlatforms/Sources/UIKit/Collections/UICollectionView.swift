public import Foundation

/// Items in sections.
@MainActor open class UICollectionView: UIView {
  /// What is asked for the contents.
  open weak var dataSource: (any UICollectionViewDataSource)?
  /// Where items are.
  open var collectionViewLayout: UICollectionViewLayout

  let pool = CellPool<UICollectionViewCell>()
  /// What is shown; `nil` until the contents were asked for.
  var screen: Screen<UICollectionViewCell>?
  var batch = BatchUpdate()
  var depth = 0
  /// The headers on the screen, by their sections; these stand-ins ask for none, so a test puts them there.
  package var headers: [Int: UICollectionReusableView] = [:]

  /// Makes a collection view.
  public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
    collectionViewLayout = layout
    super.init(frame: frame)
  }

  /// Makes a collection view of an archive, which these stand-ins leave out.
  public required init?(coder: NSCoder) {
    collectionViewLayout = UICollectionViewLayout()
    super.init(coder: coder)
  }

  /// The number of sections.
  open var numberOfSections: Int { loaded.sections.count }

  /// Returns the number of items of a section.
  open func numberOfItems(inSection section: Int) -> Int { loaded.counts[section] }

  /// Returns the cell that is shown at an index path.
  open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
    loaded.cell(at: Place(indexPath))
  }

  /// Asks for everything, but not before it lays it out: a change of the data before that is a change nobody tells it of.
  open func reloadData() {
    let old = screen?.cells ?? []
    for cell in old { pool.retire(cell) }
    screen = nil
  }

  open override func layoutIfNeeded() { _ = loaded }

  /// What is shown, which a collection view asks for when it lays it out.
  var loaded: Screen<UICollectionViewCell> {
    if let screen { return screen }
    var new = Screen<UICollectionViewCell>()
    new.reload(questions())
    screen = new
    return new
  }

  /// Puts another screen in place of the one that is there.
  func show(_ new: Screen<UICollectionViewCell>) {
    let old = screen?.cells ?? []
    screen = new
    let shown = Set(new.cells.map { ObjectIdentifier($0) })
    for cell in old where !shown.contains(ObjectIdentifier(cell)) { pool.retire(cell) }
  }

  /// The texts on the screen, section by section.
  package var shown: [[String]] {
    loaded.sections.map { section in
      section.cells.map { ($0.contentConfiguration as? UIListContentConfiguration)?.text ?? "" }
    }
  }
}

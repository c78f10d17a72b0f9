public import Foundation

/// A row of a table view.
@MainActor open class UITableViewCell: UIView, ReusableCell {
  /// How a cell is laid out.
  public enum CellStyle: Int, Sendable {
    /// One text.
    case `default` = 0
    /// A text and a value next to it.
    case value1 = 1
    /// A value and a text next to it.
    case value2 = 2
    /// A text and another one below.
    case subtitle = 3
  }

  /// The identifier of the cells that this one can be used in place of.
  open private(set) var reuseIdentifier: String?

  /// The contents.
  open var contentConfiguration: (any UIContentConfiguration)?

  /// Makes a cell.
  public init(style: UITableViewCell.CellStyle, reuseIdentifier: String?) {
    self.reuseIdentifier = reuseIdentifier
    super.init(frame: .zero)
  }

  /// Makes a cell of an archive, which these stand-ins leave out.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Returns contents to fill in.
  open func defaultContentConfiguration() -> UIListContentConfiguration { .cell() }

  /// Called before the cell is dequeued again.
  open func prepareForReuse() {}

  func setReuseIdentifier(_ identifier: String) { reuseIdentifier = identifier }
}

public import Foundation

/// A view of a collection view that is used again.
@MainActor open class UICollectionReusableView: UIView, ReusableCell {
  /// The identifier of the views that this one can be used in place of.
  open private(set) var reuseIdentifier: String?

  /// Makes a view.
  public override init(frame: CGRect) { super.init(frame: frame) }

  /// Makes a view of an archive, which these stand-ins leave out.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Called before the view is dequeued again.
  open func prepareForReuse() {}

  func setReuseIdentifier(_ identifier: String) { reuseIdentifier = identifier }
}

/// An item of a collection view.
@MainActor open class UICollectionViewCell: UICollectionReusableView {
  /// The contents.
  open var contentConfiguration: (any UIContentConfiguration)?
}

/// An item of a collection view that looks like a table's row.
@MainActor open class UICollectionViewListCell: UICollectionViewCell {
  /// Returns contents to fill in.
  open func defaultContentConfiguration() -> UIListContentConfiguration { .cell() }
}

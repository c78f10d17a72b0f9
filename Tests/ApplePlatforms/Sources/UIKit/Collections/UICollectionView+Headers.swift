public import Foundation

extension UICollectionView {
  /// The kind of the views above sections.
  public static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"

  /// Returns the view of a kind that is shown at an index path, or `nil` if none is on the screen.
  public func supplementaryView(
    forElementKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView? {
    elementKind == UICollectionView.elementKindSectionHeader ? headers[indexPath[0]] : nil
  }
}

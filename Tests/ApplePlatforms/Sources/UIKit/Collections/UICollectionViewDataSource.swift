public import Foundation

/// What a collection view asks for its contents.
@MainActor public protocol UICollectionViewDataSource: NSObjectProtocol {
  /// Returns the number of items of a section.
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int)
    -> Int
  /// Returns the cell of an item, dequeued and filled in.
  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell
  /// Returns the number of sections; 1 where it is not implemented.
  func numberOfSections(in collectionView: UICollectionView) -> Int
}

// In Objective-C this requirement is optional.
extension UICollectionViewDataSource {
  /// Returns the number of sections.
  public func numberOfSections(in collectionView: UICollectionView) -> Int { 1 }
}

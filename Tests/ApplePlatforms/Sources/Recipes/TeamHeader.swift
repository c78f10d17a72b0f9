import Foundation
import Sectional
import UIKit

/// Says how many contacts a team has.
@MainActor
final class TeamHeader: UICollectionReusableView {
  private(set) var text = ""

  func show(_ count: Int) { text = count == 1 ? "1 contact" : "\(count) contacts" }
}

/// Configures the headers on the screen again that say something else now; it comes after `apply`.
@MainActor
func updateHeaders(
  of collectionView: UICollectionView, showing list: ResultsSnapshot<Contact>
) {
  for key in list.sectionIdentifiersWithOtherInfo {
    guard let section = list.results.section(forKey: key) else { continue }
    let path = IndexPath(indexes: [section, 0])
    let header = collectionView.supplementaryView(
      forElementKind: UICollectionView.elementKindSectionHeader, at: path)
    (header as? TeamHeader)?.show(list.results[section].totalCount)
  }
}

public import Foundation

// Sectional itself has `section`, `item` and `init(item:section:)` where UIKit is not; two of each would be ambiguous.
extension IndexPath {
  /// Makes the index path of a row in a section.
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

  /// The row.
  public var row: Int { self[1] }
}

import Foundation

// Where UIKit is not, Sectional has `section`, `item`, `row` and their initializers; two of each would be ambiguous.
extension IndexPath {
  init(row: Int, section: Int) { self.init(indexes: [section, row]) }

  var row: Int { self[1] }
}

import Foundation

/// Where a cell is.
struct Place: Hashable, Comparable, CustomStringConvertible {
  let section: Int
  let item: Int

  init(_ section: Int, _ item: Int) {
    self.section = section
    self.item = item
  }

  init(_ path: IndexPath) { self.init(path[0], path[1]) }

  var path: IndexPath { IndexPath(indexes: [section, item]) }
  var description: String { "{\(section), \(item)}" }

  static func < (left: Place, right: Place) -> Bool {
    (left.section, left.item) < (right.section, right.item)
  }
}

package import Foundation
package import Sectional

extension ElementPath {
  /// The place that an index path names.
  package init(_ path: IndexPath) { self.init(section: path.section, item: path.item) }
}

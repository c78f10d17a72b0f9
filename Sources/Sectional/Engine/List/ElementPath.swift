/// The position of a row: its section, and its index in the section.
package struct ElementPath: Sendable, Hashable, Comparable {
  /// The section's index.
  package var section: Int
  /// The row's index in the section.
  package var item: Int

  /// Creates a path.
  package init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  /// Returns whether a path precedes another one in reading order.
  package static func < (left: ElementPath, right: ElementPath) -> Bool {
    (left.section, left.item) < (right.section, right.item)
  }
}

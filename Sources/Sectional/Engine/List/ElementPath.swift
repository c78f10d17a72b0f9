/// The place of a row: its section, and its place in the section.
package struct ElementPath: Sendable, Hashable, Comparable {
  /// The section's index.
  package var section: Int
  /// The row's index inside the section.
  package var item: Int

  /// Makes a path.
  package init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  /// Tells whether a path comes before another in reading order.
  package static func < (left: ElementPath, right: ElementPath) -> Bool {
    (left.section, left.item) < (right.section, right.item)
  }
}

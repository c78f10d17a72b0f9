/// The place of a row: its section, and its place in the section.
public struct ElementPath: Sendable, Hashable, Comparable {
  /// The section's index.
  public var section: Int
  /// The row's index inside the section.
  public var item: Int

  /// Makes a path.
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  /// Tells whether a path comes before another in reading order.
  public static func < (left: ElementPath, right: ElementPath) -> Bool {
    (left.section, left.item) < (right.section, right.item)
  }
}

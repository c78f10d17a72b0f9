/// The position of a row: its section, and its index in the section.
public struct ElementPath: Sendable, Hashable, Comparable {
  /// The section's index.
  public var section: Int
  /// The row's index in the section.
  public var item: Int

  /// Creates a path.
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  /// Returns whether a path precedes another one in reading order.
  public static func < (left: ElementPath, right: ElementPath) -> Bool {
    (left.section, left.item) < (right.section, right.item)
  }
}

public import Foundation

/// Where a row of a list is.
public enum RowPlace: Sendable, Hashable {
  /// At an index path.
  case shown(IndexPath)
  /// Among the hidden rows of a section; see ``SectionDisplay``.
  case hidden(section: Int)
}

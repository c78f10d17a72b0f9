/// How much of a list is there when a fetch returns.
public enum FetchExtent: Sendable, Hashable {
  /// Everything.
  case contents
  /// The sections, their index titles and the keys of the rows, if a section cache has them; else everything.
  ///
  /// The contents of the rows follow.
  case sections
}

/// How much of a list is available when a fetch returns.
public enum FetchStage: Sendable, Hashable {
  /// Everything.
  case contents
  /// The sections, their index titles and the keys of the rows, if a section cache has them, and the first 50 rows;
  /// otherwise everything.
  ///
  /// The contents of the other rows follow.
  case sections
}

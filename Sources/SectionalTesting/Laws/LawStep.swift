public import Sectional

/// What a list showed and reported after one transaction.
public struct LawStep: Sendable, Hashable {
  /// What the list shows.
  public let picture: ListPicture
  /// The titles of its section index.
  public let indexTitles: [String]
  /// The change sets that the list reported, in the form for programs.
  public let changes: [FullForm]
  /// The change sets that the list reported, in the form for table views.
  public let updates: [TableUpdates]
}

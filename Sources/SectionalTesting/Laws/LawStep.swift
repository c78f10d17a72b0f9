public import Sectional

/// What a list showed and told after one transaction.
public struct LawStep: Sendable, Hashable {
  /// What it shows.
  public let picture: ListPicture
  /// The titles of its section index.
  public let indexTitles: [String]
  /// The change sets it told, in the form for programs.
  public let changes: [FullForm]
  /// The change sets it told, in the form for table views.
  public let updates: [TableUpdates]
}

package import Sectional

/// What a list showed and reported after one transaction.
package struct LawStep: Sendable, Hashable {
  /// What the list shows.
  package let picture: ListPicture
  /// The titles of its section index.
  package let indexTitles: [String]
  /// The change sets that the list reported, in the form for programs.
  package let changes: [FullForm]
  /// The change sets that the list reported, in the form for table views.
  package let updates: [TableUpdates]
}

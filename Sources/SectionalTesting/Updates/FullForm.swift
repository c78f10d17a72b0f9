public import Sectional

/// A change set's full form, as another program reads it from lines of JSON: indices, identities
/// and paths.
public struct FullForm: Sendable, Hashable {
  /// The deleted sections, by their index before.
  public let sectionDeletes: [Int]
  /// The inserted sections, by their index after.
  public let sectionInserts: [Int]
  /// The changed rows in the order they are told.
  public let rows: [ResultsChange]

  /// Takes the full form out of a change set.
  public init(_ changeset: ResultsChangeset<some Sendable>) {
    sectionDeletes = changeset.sectionDeletes
    sectionInserts = changeset.sectionInserts
    rows = changeset.rowChanges
  }

  /// Takes the full form out of the changes between two lists.
  package init(_ changes: RowListDiff) {
    sectionDeletes = changes.sectionDeletes
    sectionInserts = changes.sectionInserts
    rows = changes.rows
  }

  /// Whether it says nothing.
  public var isEmpty: Bool { sectionDeletes.isEmpty && sectionInserts.isEmpty && rows.isEmpty }
}

extension FullForm: CustomStringConvertible {
  /// Everything it says.
  public var description: String {
    "-\(sectionDeletes) +\(sectionInserts) \(rows.map(\.summary))"
  }
}

extension ResultsChange {
  /// The change in few words.
  var summary: String {
    let places = "\(from.map(\.summary) ?? "nowhere") to \(to.map(\.summary) ?? "nowhere")"
    return "\(kind) of \(OracleValue.id(of: key)) from \(places)"
  }
}

extension ElementPath {
  /// The path as a program would print it.
  var summary: String { "[\(section), \(item)]" }
}

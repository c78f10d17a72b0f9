package import Sectional

/// A change set's full form, as another program reads it from lines of JSON: indexes, identities and paths.
package struct FullForm: Sendable, Hashable {
  /// The deleted sections, by their indexes before.
  package let sectionDeletes: [Int]
  /// The inserted sections, by their indexes after.
  package var sectionInserts: [Int]
  /// The sections that stayed and have another name, by their indexes after.
  package let sectionUpdates: [Int]
  /// The changed rows, in the order in which they are reported.
  package let rows: [ResultsChange]

  /// Creates the full form of a change set.
  package init(_ changeset: ResultsChangeset<some Sendable>) {
    sectionDeletes = changeset.sectionDeletes
    sectionInserts = changeset.sectionInserts
    sectionUpdates = changeset.sectionUpdates
    rows = changeset.rowChanges
  }

  /// Creates the full form of the changes between two lists.
  package init(_ changes: RowListDiff) {
    sectionDeletes = changes.sectionDeletes
    sectionInserts = changes.sectionInserts
    sectionUpdates = changes.sectionUpdates
    rows = changes.rows
  }

  /// Whether the form is empty.
  package var isEmpty: Bool {
    sectionDeletes.isEmpty && sectionInserts.isEmpty && sectionUpdates.isEmpty && rows.isEmpty
  }
}

extension FullForm: CustomStringConvertible {
  /// All changes as text.
  package var description: String {
    "-\(sectionDeletes) +\(sectionInserts) ~\(sectionUpdates) \(rows.map(\.summary))"
  }
}

extension ResultsChange {
  /// The change as short text.
  var summary: String {
    let places = "\(from.map(\.summary) ?? "nowhere") to \(to.map(\.summary) ?? "nowhere")"
    return "\(kind) of \(OracleValue.id(of: key)) from \(places)"
  }
}

extension ElementPath {
  /// The path as a program would print it.
  var summary: String { "[\(section), \(item)]" }
}

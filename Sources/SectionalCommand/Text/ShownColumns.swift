import Sectional

/// The columns of a list that are shown, in order.
struct ShownColumns {
  let names: [String]
  /// Their indexes in a row.
  let indexes: [Int]
  /// The places, among the columns that are shown, of those by which rows are ordered and told apart.
  let ordering: Set<Int>
  /// The names of columns that are left out because the headings of the sections have their values.
  let headed: [String]

  /// Chooses columns: those that are named, or all except for the sections' own.
  ///
  /// - Throws: ``StoreError`` if there is no column with a name.
  init(
    _ wanted: [String]?, of results: ResultsList<StoredRow>, hidesSection: Bool = true
  ) throws(StoreError) {
    let all = results.columns.names
    if let wanted {
      indexes = try wanted.map { name throws(StoreError) in
        guard let index = results.columns.index(of: name) else {
          throw StoreError(
            .noSuchColumn,
            "--columns: there is no column \(name); \(NearestName.suggestion(for: name, among: all))"
          )
        }
        return index
      }
      headed = []
    } else {
      // Every row of a section has the same value in the section's column.
      let section = hidesSection ? results.ordering.section.first?.column : nil
      let others = all.indices.filter { $0 != section }
      indexes = others.isEmpty ? Array(all.indices) : others
      headed = others.isEmpty ? [] : all.indices.filter { $0 == section }.map { all[$0] }
    }
    names = indexes.map { all[$0] }
    let terms = Set(results.ordering.terms.map(\.column))
    ordering = Set(indexes.indices.filter { [indexes] in terms.contains(indexes[$0]) })
  }
}

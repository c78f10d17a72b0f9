import Sectional

/// The rows that a change set appends to a list because they were counted.
struct AppendedRows {
  private let changeset: ResultsChangeset<StoredRow>

  init(_ changeset: ResultsChangeset<StoredRow>) { self.changeset = changeset }

  var isEmpty: Bool { changeset.appendedRows.isEmpty }

  /// Returns the list after the change set without these rows.
  ///
  /// - Throws: ``LawViolation`` if they aren't the last rows, or are said to be in another kind of section.
  func taken(from after: ListPicture) throws(LawViolation) -> ListPicture {
    var rest = after
    for rows in changeset.appendedRows.reversed() {
      // Sections that exist without rows can come after them.
      guard rows.section == rest.sections.lastIndex(where: { !$0.rows.isEmpty }),
        rows.items.upperBound == rest.sections[rows.section].rows.count
      else { throw LawViolation(.replay, "\(rows) were appended, but aren't the last rows") }
      guard rows.isInInsertedSection == changeset.sectionInserts.contains(rows.section) else {
        throw LawViolation(.replay, "appended rows are in another kind of section: \(rows)")
      }
      rest.sections[rows.section].rows.removeLast(rows.items.count)
      if rest.sections[rows.section].rows.isEmpty, rows.isInInsertedSection {
        rest.sections.remove(at: rows.section)
      }
    }
    return rest
  }
}

extension HistoryExtent {
  /// Whether the list counts its rows bit by bit.
  var isCounted: Bool {
    if case .window = self { true } else { false }
  }
}

extension HistoryPlan {
  /// Returns the part of a list that it has counted or that it begins with at its end, and its sections that exist without rows.
  ///
  /// A list that says that it has counted all rows, and doubts none, has all.
  func counted(_ results: ResultsList<StoredRow>, of rows: ListPicture) -> ListPicture {
    let isExact = results.counting.map { $0.isComplete && $0.doubt == nil } ?? false
    guard extent.isCounted && !isExact || extent.fewestLastRows != nil,
      results.numberOfObjects < rows.rows.count
    else { return rows }
    let declared = Set(declaredSections.map { OracleValue($0).byValue })
    var (picture, rest) = (ListPicture([]), results.numberOfObjects)
    var skipped = extent.isCounted ? 0 : rows.rows.count - rest
    for section in rows.sections {
      let counted = Array(section.rows.dropFirst(skipped).prefix(rest))
      skipped = max(skipped - section.rows.count, 0)
      rest -= counted.count
      guard !counted.isEmpty || declared.contains(section.key) || order.sectionColumn == nil else {
        continue
      }
      picture.sections.append(.init(key: section.key, name: section.name, rows: counted))
    }
    return picture
  }
}

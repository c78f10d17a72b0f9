import Foundation
package import Sectional

/// Checks both forms of a change set between two lists: replaying it, the rules of a table view, and that it is
/// minimal.
package struct ChangeCheck {
  private let before: ListPicture
  private let after: ListPicture
  private let order: ([OracleValue]) -> [OracleValue]

  /// Creates a check of the changes between two lists.
  ///
  /// - Parameters:
  ///   - before: The list before.
  ///   - after: The list after.
  ///   - order: Returns the values that decide a row's place in the order, including its section, from its cells. The
  ///     row's identity can be omitted.
  package init(
    before: ListPicture, after: ListPicture, order: @escaping ([OracleValue]) -> [OracleValue]
  ) {
    self.before = before
    self.after = after
    self.order = order
  }

  /// Checks a change set.
  ///
  /// - Parameters:
  ///   - form: The full form of the change set.
  ///   - updates: The same changes in the form for a table view.
  /// - Throws: ``LawViolation`` with the first error.
  package func run(_ form: FullForm, _ updates: TableUpdates) throws(LawViolation) {
    try run(form)
    try simulate(updates)
  }

  /// Checks the full form of a change set.
  ///
  /// - Throws: ``LawViolation`` with the first error.
  package func run(_ form: FullForm) throws(LawViolation) {
    var replay = FullFormReplay(before)
    try replay.apply(form, leadingTo: after)
    try MinimalityCheck(from: before, to: after, order: order).run(form)
  }

  /// Checks the form of a change set for a table view.
  ///
  /// - Throws: ``LawViolation`` with the first error.
  package func simulate(_ updates: TableUpdates) throws(LawViolation) {
    var table = BatchUpdateSimulator(
      before.sections.map { section in
        .init(header: section.name, rows: section.rows)
      })
    let sections = after.sections
    try table.apply(
      updates,
      asking: .init(
        numberOfRows: sections.map(\.rows.count), header: { sections[$0].name },
        row: { sections[$0[0]].rows[$0[1]] }))
    // A table view doesn't ask for headers again; its owner configures those of renamed sections.
    let renamed = Set(updates.sectionUpdates)
    for (index, section) in table.sections.enumerated() {
      guard renamed.contains(index) || section.header == sections[index].name else {
        throw LawViolation(
          .replay, "header \(index) shows \(section.header), not \(sections[index].name)")
      }
      for (item, row) in section.rows.enumerated() where row != sections[index].rows[item] {
        throw LawViolation(
          .replay,
          "the table view shows \(row) at [\(index), \(item)], not \(sections[index].rows[item])")
      }
    }
  }
}

public import Foundation
public import Sectional

/// A table view without a screen: it takes batch updates as `UITableView` does and remembers what it shows.
///
/// It reads the contents of inserted and refreshed rows only. Every other row keeps showing what it showed, which
/// reveals changes that weren't reported.
public struct BatchUpdateSimulator<Displayed: Sendable>: Sendable {
  /// A section on the screen.
  public struct Section: Sendable {
    /// What the section's header shows.
    public var header: String
    /// What its rows show.
    public var rows: [Displayed]

    /// Makes a section.
    public init(header: String, rows: [Displayed]) {
      self.header = header
      self.rows = rows
    }
  }

  /// What the table view reads from the list after the batch.
  public struct DataSource {
    /// The number of rows of each section.
    public let numberOfRows: [Int]
    /// Returns a section's header.
    public let header: (Int) -> String
    /// Returns a row's contents.
    public let row: (IndexPath) -> Displayed

    /// Creates a data source.
    public init(
      numberOfRows: [Int], header: @escaping (Int) -> String,
      row: @escaping (IndexPath) -> Displayed
    ) {
      self.numberOfRows = numberOfRows
      self.header = header
      self.row = row
    }
  }

  /// The sections on the screen.
  public private(set) var sections: [Section]

  /// Creates a table view that shows the given sections.
  public init(_ sections: [Section]) { self.sections = sections }

  /// Performs a batch update, then refreshes the rows that need it.
  ///
  /// - Throws: ``LawViolation`` with the rule for which a table view would have stopped the program.
  public mutating func apply(
    _ updates: TableUpdates, asking source: DataSource
  ) throws(LawViolation) {
    try apply(BatchUpdate(updates), asking: source)
  }

  /// Performs a batch update, then refreshes the rows that need it.
  ///
  /// - Throws: ``LawViolation`` with the rule for which a table view would have stopped the program.
  package mutating func apply(
    _ updates: BatchUpdate, asking source: DataSource
  ) throws(LawViolation) {
    let counts = source.numberOfRows
    try BatchUpdateCheck(updates, before: sections.map(\.rows.count), after: counts).run()
    let before = sections
    let arrivals = arrivals(updates, asking: source)
    let (insertedSections, reloads) = (Set(updates.sectionInserts), Set(updates.reloads))
    var survivors = survivors(updates).makeIterator()
    sections = counts.indices.map { index in
      let places = (0..<counts[index]).map { ElementPath(section: index, item: $0) }
      guard !insertedSections.contains(index), let survivor = survivors.next() else {
        return Section(header: source.header(index), rows: places.map { source.row($0.indexPath) })
      }
      var kept = survivor.rows.makeIterator()
      let rows = places.compactMap { place -> Displayed? in
        if let arrival = arrivals[place] { return arrival }
        guard let path = kept.next() else { return nil }
        return reloads.contains(path)
          ? source.row(place.indexPath) : before[path.section].rows[path.item]
      }
      return Section(header: before[survivor.section].header, rows: rows)
    }
    for path in updates.refreshes {
      sections[path.section].rows[path.item] = source.row(path.indexPath)
    }
  }

  /// Returns the rows that the batch puts at a path: new rows with the list's contents, and moved rows as they were
  /// shown.
  private func arrivals(
    _ updates: BatchUpdate, asking source: DataSource
  ) -> [ElementPath: Displayed] {
    var arrivals: [ElementPath: Displayed] = [:]
    for path in updates.inserts { arrivals[path] = source.row(path.indexPath) }
    for move in updates.moves {
      arrivals[move.to] = sections[move.from.section].rows[move.from.item]
    }
    return arrivals
  }

  /// Returns the sections that aren't deleted, with the paths of their rows that are neither deleted nor moved away.
  private func survivors(_ updates: BatchUpdate) -> [(section: Int, rows: [ElementPath])] {
    let deletedSections = Set(updates.sectionDeletes)
    let leaving = Set(updates.deletes + updates.moves.map(\.from))
    return sections.indices.filter { !deletedSections.contains($0) }.map { index in
      let places = sections[index].rows.indices.map { ElementPath(section: index, item: $0) }
      return (section: index, rows: places.filter { !leaving.contains($0) })
    }
  }
}

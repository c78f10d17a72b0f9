import Foundation
package import Sectional
import SectionalSQL
package import SectionalTesting

/// One of ``DisturbedLists``, of any extent, whose change sets are replayed if it knows the keys of its rows.
@MainActor package final class DisturbedList {
  /// A row of the table, as another program prints it.
  package typealias Row = (team: Substring, id: Substring)

  package let controller: ResultsController<StoredRow>
  private let extent: HistoryExtent
  private let replayed: RecordedList?

  /// Opens a list.
  ///
  /// - Throws: What the first fetch throws.
  package init(_ store: some ResultsStore, _ extent: HistoryExtent) async throws {
    self.extent = extent
    var request = ResultsRequest<StoredRow>(
      table: "item", sortBy: [SortKey(.column("team")), SortKey(.column("name"))])
    extent.apply(to: &request)
    guard extent.holdsKeys else {
      replayed = nil
      controller = ResultsController(
        fetchRequest: request, store: store, sectionBy: .column("team"))
      extent.constrain(controller)
      try await controller.performFetch()
      return
    }
    let replayed = try await RecordedList(
      request, store, sectionBy: .column("team"),
      picture: { results in
        extent.holdsContents ? ListPicture(results) : ListPicture(identitiesIn: results)
      })
    self.replayed = replayed
    controller = replayed.controller
  }

  /// Looks at rows that may not be held.
  package func look() async throws {
    switch extent {
    case .all, .slice: break
    case .tail: try await controller.loadEarlier(2)
    case .batches, .window:
      try await controller.loadRows(at: Array(paths.prefix(1) + paths.suffix(1)))
    }
  }

  /// Checks that the list shows some rows, and was told them.
  ///
  /// - Parameters:
  ///   - truth: The rows, in the list's order.
  ///   - atOnce: Whether it must show them now, unless it is still counting.
  /// - Throws: ``LawViolation`` if it shows or was told something else.
  package func check(shows truth: [Row], atOnce: Bool) async throws {
    let deadline = ContinuousClock.now + (atOnce && extent.holdsKeys ? .zero : LawSuite.patience)
    while try await picture() != expected(of: truth) {
      guard ContinuousClock.now < deadline else {
        throw LawViolation(
          .fresh, "\(extent): \(try await picture()), and not \(expected(of: truth))")
      }
      try await Task.sleep(for: .milliseconds(2))
    }
    try replayed?.check()
  }

  /// The sections' names with the identities of their rows, all of which are read.
  private func picture() async throws -> [String] {
    if !extent.holdsKeys { try await controller.loadRows(at: paths) }
    let results = controller.results
    return results.indices.map { section in
      let ids = results[section].indices.map { item in
        let path = IndexPath(indexes: [section, item])
        let key =
          extent.holdsKeys ? results[section].rows.keys[item] : results.row(ifLoaded: path)?.key
        return key?.values[0].shortText ?? "?"
      }
      return "\(results[section].name): \(ids.joined(separator: " "))"
    }
  }

  private func expected(of truth: [Row]) -> [String] {
    var part = extent.part(of: truth)
    if case .tail(let least) = extent {
      part = part.suffix(max(least, controller.results.numberOfObjects))
    }
    var sections: [(name: Substring, ids: [Substring])] = []
    for row in part {
      if sections.last?.name != row.team { sections.append((row.team, [])) }
      sections[sections.count - 1].ids.append(row.id)
    }
    return sections.map { "\($0.name): \($0.ids.joined(separator: " "))" }
  }

  private var paths: [IndexPath] {
    let results = controller.results
    return results.indices.flatMap { section in
      results[section].indices.map { IndexPath(indexes: [section, $0]) }
    }
  }
}

extension ListPicture {
  /// Creates a picture of a list without contents, which may not be held.
  fileprivate init(identitiesIn results: ResultsList<StoredRow>) {
    self.init(
      results.map { section in
        Section(
          key: OracleValue(section.key), name: section.name,
          rows: section.rows.keys.map { Row(id: OracleValue.id(of: $0), cells: []) })
      })
  }
}

extension HistoryExtent {
  /// Whether the list holds the keys of all rows that it shows.
  fileprivate var holdsKeys: Bool { if case .window = self { false } else { true } }
}

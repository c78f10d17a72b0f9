import Foundation
import SectionalSQL
import SectionalTesting

@testable import Sectional

/// Positions in an order, as the caches of long lists keep them.
enum FuzzedPosition {
  static func take(_ input: [UInt8]) throws {
    var choices = FuzzBytes(input)
    let sorting = (0..<choices.below(4)).map { _ in
      SortKey<StoredRow>(
        .column(choices.element(of: ["a", "b", "c"])),
        order: choices.happens() ? .reverse : .forward,
        collation: choices.element(of: [.binary, .caseInsensitive, .folded]),
        nulls: choices.element(of: [nil, .first, .last]))
    }
    let isGrouped = choices.happens()
    let request = try ResultsRequest<StoredRow>(table: "item", sortBy: sorting)
      .rowRequest(sectionBy: isGrouped ? .column("a") : nil)
    let layout = RowLayout(
      columns: RowColumns(["id", "a", "b", "c"]), keyColumns: [0], fallsBackToRowID: false,
      region: TableRegion(allColumnsOf: ["item"]), dependence: .row)
    let ordering = try RowQuery(request, layout: layout).ordering
    let bytes = choices.bytes(upTo: 255)
    guard ordering.isOrder(bytes) else { return }
    let position = RowPosition(decoding: bytes, ordering)
    for term in ordering.terms.indices { _ = position.value(ofTerm: term) }
  }
}

import Foundation
import SectionalTesting

@testable import Sectional

/// A table with few values that outlines are made from.
struct OutlineModel {
  /// The form of the list.
  enum Kind: CaseIterable {
    case plain, sections, descendingSections, asSorted, foldedText, compositeKey, rowID

    fileprivate var section: SectionKey<StoredRow>? {
      switch self {
      case .plain: nil
      case .sections, .foldedText, .compositeKey, .rowID: .column("team")
      case .descendingSections: .column("team").ordered(.reverse)
      case .asSorted: .column("team").asSorted
      }
    }

    fileprivate var sort: [SortKey<StoredRow>] {
      switch self {
      case .plain, .sections, .compositeKey, .rowID: [SortKey(.column("name"))]
      case .descendingSections: [SortKey(.column("name"), order: .reverse)]
      // Rows of a section stay together in an order that starts with the section.
      case .asSorted: [SortKey(.column("team"), order: .reverse), SortKey(.column("name"))]
      case .foldedText: [SortKey(.column("name"), collation: .caseInsensitive)]
      }
    }
  }

  let query: RowQuery
  private let kind: Kind
  private(set) var rows: [Int64: [StoredValue]] = [:]
  private var generator: SeededGenerator

  init(_ kind: Kind, seed: UInt64) throws {
    self.kind = kind
    generator = SeededGenerator(seed: seed)
    let request = try ResultsRequest<StoredRow>(source: .table("item"), sortBy: kind.sort)
      .rowRequest(sectionBy: kind.section)
    query = try RowQuery(
      request,
      layout: RowLayout(
        columns: RowColumns(["team", "id", "name", "note"]),
        keyColumns: kind == .compositeKey ? [3, 1] : [1], fallsBackToRowID: kind == .rowID,
        region: TableRegion(allColumnsOf: ["item"]), dependence: .row, keyIsRowID: false))
  }

  /// Changes some rows.
  ///
  /// - Returns: The keys by which a log would report them.
  mutating func change(atMost count: Int) -> Set<RowKey> {
    var names: Set<RowKey> = []
    for _ in 0..<1 + generator.below(count) {
      let number = Int64(generator.below(120))
      if let old = rows[number] { names.insert(name(of: number, old)) }
      if generator.happens(onceIn: 3) {
        rows[number] = nil
      } else {
        let row = randomRow(number)
        rows[number] = row
        names.insert(name(of: number, row))
      }
    }
    return names
  }

  private func name(of number: Int64, _ row: [StoredValue]) -> RowKey {
    kind == .rowID ? RowKey(rowID: number) : RowKey(query.layout.keyColumns.map { row[$0] })
  }

  private mutating func randomRow(_ number: Int64) -> [StoredValue] {
    let team = generator.element(
      of: [StoredValue.null, 1, 1.0, "a", "A", "", "team b"] as [StoredValue])
    // Texts with a long common prefix, so that their first bytes don't decide their order.
    let stem = String(repeating: "same beginning ", count: generator.below(5))
    let name = StoredValue.text(
      "\(stem)\(generator.below(30))\(generator.happens(onceIn: 2) ? "X" : "x")")
    let id: StoredValue = kind == .rowID && generator.happens(onceIn: 3) ? .null : .integer(number)
    return [
      team ?? .null, id, generator.happens(onceIn: 9) ? .null : name, .text("n\(number % 3)"),
    ]
  }

  /// Returns the rows with the given keys, or all rows, as a store reads them.
  func packed(_ names: Set<RowKey>? = nil) throws -> PackedRows {
    var fetched = FetchedRows(query, isOrdered: false)
    for (number, row) in rows {
      if let names, !names.contains(name(of: number, row)) { continue }
      try fetched.append(PackedRow(row), rowID: kind == .rowID ? number : nil)
    }
    return try fetched.packer().packed
  }

  func list() throws -> RowList { try RowList(packed()) }
}

import Sectional

/// What the list over a history computes of its rows.
struct HistoryAggregates: Equatable, CustomStringConvertible {
  private static let ones = Aggregate<StoredRow, Int>.count(of: "position", equalTo: 1)
  private static let sum = Aggregate<StoredRow, StoredValue>.sum(of: "position")
  private static let average = Aggregate<StoredRow, StoredValue>.average(of: "position")
  private static let least = Aggregate<StoredRow, StoredValue>.minimum(of: "note")
  private static let greatest = Aggregate<StoredRow, StoredValue>.maximum(of: "note")

  private let ones: Int
  private let values: [OracleValue]

  var description: String { "\(ones) \(values)" }

  /// Adds the aggregates to a request.
  static func add(to request: inout ResultsRequest<StoredRow>) {
    request.compute(ones, sum, average, least, greatest)
  }

  /// Asks a section for them.
  init(_ section: ResultsSectionInfo<StoredRow>) {
    ones = section.value(of: HistoryAggregates.ones)
    values = [
      section.value(of: HistoryAggregates.sum), section.value(of: HistoryAggregates.average),
      section.value(of: HistoryAggregates.least), section.value(of: HistoryAggregates.greatest),
    ].map(OracleValue.init)
  }

  /// Asks a list for them.
  init(_ results: ResultsList<StoredRow>) {
    ones = results.value(of: HistoryAggregates.ones)
    values = [
      results.value(of: HistoryAggregates.sum), results.value(of: HistoryAggregates.average),
      results.value(of: HistoryAggregates.least), results.value(of: HistoryAggregates.greatest),
    ].map(OracleValue.init)
  }

  /// Computes them with loops.
  ///
  /// - Throws: ``LawViolation`` if a row has a number that no history uses.
  init(_ rows: [ListPicture.Row], _ shape: TableShape) throws(LawViolation) {
    func cells(_ name: String) -> [OracleValue] {
      let place = shape.columns.firstIndex(of: name)
      return rows.compactMap { row in place.map { row.cells[$0] } }
    }
    let positions = cells("position")
    ones = positions.count { $0.byValue == .integer(1) }
    var numbers = ReferenceSum()
    for position in positions { try numbers.add(position) }
    let notes = cells("note").compactMap { cell -> [UInt8]? in
      if case .text(let bytes) = cell { bytes } else { nil }
    }.sorted { $0.lexicographicallyPrecedes($1) }
    values = [
      numbers.sum, numbers.average, notes.first.map(OracleValue.text) ?? .null,
      notes.last.map(OracleValue.text) ?? .null,
    ]
  }
}

public import Sectional

/// How the list over a history presents its sections.
public enum HistoryPresentation: String, Sendable, Hashable, CaseIterable {
  /// Sections come and go with their rows.
  case plain
  /// Some sections exist without rows, too.
  case declared
  /// Some sections exist without rows, and come first, in an order of their own.
  case listed
}

extension HistoryPlan {
  /// The keys of the sections that exist without rows: up to five of those that the table can have, and one that it never has.
  var declaredSections: [StoredValue] {
    guard presentation != .plain, order.sectionColumn != nil else { return [] }
    var generator = SeededGenerator(seed: seed ^ 0x5EC7_1045)
    var keys: [StoredValue] = cells.absentTeam.map { [$0] } ?? []
    let teams = ValuePool(cells).teams
    for _ in 0..<5 {
      let key = generator.value(of: teams)
      // Numbers that are equal name one section.
      if !keys.contains(where: { OracleValue($0).byValue == OracleValue(key).byValue }) {
        keys.append(key)
      }
    }
    return keys
  }

  /// How the list forms its sections, or `nil` if there are none.
  public var sectionBy: SectionKey<StoredRow>? {
    guard let section = order.sectionBy else { return nil }
    switch presentation {
    case .plain: return section
    case .declared: return section.declaring(declaredSections)
    case .listed: return section.ordered(as: declaredSections, showsEmpty: true)
    }
  }

  /// The term of ORDER BY that puts listed sections first, if there are any.
  func listingTerm(_ dialect: HistoryDialect) -> [String] {
    guard presentation == .listed, !declaredSections.isEmpty else { return [] }
    let keys = order.isDescending ? declaredSections.reversed() : declaredSections
    let cases = keys.enumerated().map { "WHEN \(dialect.holds("team", $1)) THEN \($0)" }
    return ["CASE \(cases.joined(separator: " ")) ELSE \(keys.count) END"]
  }

  /// What the oracle reads from: the table, and a row of nulls for each section that exists without rows, marked by the column
  /// `declared`.
  func table(_ dialect: HistoryDialect) -> String {
    guard !declaredSections.isEmpty else { return "item" }
    let columns = shape.columns + (shape.needsRowID ? ["rowid"] : [])
    let rows = columns.map { $0 == "rowid" ? "rowid AS rowid" : $0 }.joined(separator: ", ")
    let sections = declaredSections.map { key in
      let cells = columns.map { $0 == "team" ? dialect.literal(key) : "NULL" }
      return "UNION ALL SELECT \(cells.joined(separator: ", ")), CAST(1 AS bigint)"
    }
    return "(SELECT \(rows), CAST(0 AS bigint) AS declared FROM item "
      + "\(sections.joined(separator: " "))) AS item"
  }
}

extension HistoryPlan {
  /// Returns what the list shows of the rows that the oracle read: those of its extent, and the sections that exist without rows.
  func picture(of rows: [[OracleValue]]) throws(LawViolation) -> ListPicture {
    guard !declaredSections.isEmpty else { return try reference.picture(of: extent.part(of: rows)) }
    let isSection = { (index: Int) in rows[index].last == .integer(1) }
    let shown = Set(extent.part(of: rows.indices.filter { !isSection($0) }))
    return try reference.picture(
      of: rows.indices.filter { isSection($0) || shown.contains($0) }.map { rows[$0] })
  }
}

extension HistoryCells {
  /// A team that no row ever has.
  fileprivate var absentTeam: StoredValue? {
    switch self {
    case .mixed, .texts: "nobody"
    case .integers: 99
    case .reals: 99.5
    case .blobs: .blob([0x7F])
    }
  }
}

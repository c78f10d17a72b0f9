import Sectional
import SectionalSQL

/// How the cells of a column are read.
struct PostgresCell: Sendable {
  let type: PostgresType
  private let rule: CellRule?
  /// Whether rows are ordered by the column.
  private let isOrdered: Bool
  /// Whether the column identifies rows.
  private let isKey: Bool

  /// Returns how the columns of a query are read.
  static func cells(of query: RowQuery, _ source: PostgresSource) -> [PostgresCell] {
    let rows = query.request.rows
    let dialect = source.dialect(rules: rows.formingCells)
    return query.layout.columns.names.enumerated().map { place, name in
      // The columns that the request has rules for come first. Without contents, there are only some of them.
      PostgresCell(
        type: dialect.type(of: name),
        rule: rows.cells.map { $0.dropFirst(place).first } ?? dialect.rule(of: name),
        // Sections that are made of numbers are made of what a list can order.
        isOrdered: query.orderedColumns.contains(place) || place == query.numericSectionInput,
        isKey: query.layout.keyColumns.contains(place))
    }
  }

  /// Creates the rule for reading cells that no request has requirements for.
  init(of type: PostgresType) {
    self.init(type: type, rule: nil, isOrdered: false, isKey: false)
  }

  private init(type: PostgresType, rule: CellRule?, isOrdered: Bool, isKey: Bool) {
    self.type = type
    self.rule = rule
    self.isOrdered = isOrdered
    self.isKey = isKey
  }

  /// Appends a cell of a result's only row to a list's row.
  ///
  /// - Parameters:
  ///   - result: The result.
  ///   - place: The index of the cell in the result.
  ///   - contents: The row.
  ///   - digits: Receives the digits of a number that the cell can't hold.
  func append(
    _ result: PostgresResult, _ place: Int, to contents: inout PackedRow, _ digits: inout [String]
  ) {
    let isThere: Void? = unsafe result.withBytes(at: place) { bytes in
      unsafe type.append(bytes, for: rule, isOrdered: isOrdered, isKey: isKey, to: &contents)
      if isOrdered, let text = unsafe type.digitsBeyondCell(bytes, for: rule) {
        digits.append(text)
      }
    }
    if isThere == nil { contents.appendNull() }
  }
}

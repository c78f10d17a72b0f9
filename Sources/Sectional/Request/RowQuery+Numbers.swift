/// The indexes of a row's cells that must hold numbers that can be compared.
///
/// A server can store numbers that fit neither an integer nor a double. They are represented as text, which
/// distinguishes them exactly, but text sorts after all numbers. So numbers that no double even approximates, such as
/// 1e400 and 1e-400, can be neither ordered nor compared. (The others are rounded for that purpose.)
struct NumberIndexes: Sendable {
  /// The columns whose numbers a condition reads.
  let compared: [Int]
  /// The columns whose numbers determine the order of the rows.
  let ordered: [Int]

  init(compared: Set<Int>, ordered: Set<Int>, _ request: RowRequest, _ columns: RowColumns) {
    let numbers = columns.kinds.filter { $0.value == .number }.keys.filter { index in
      let rule =
        request.rows.cells.map { $0.dropFirst(index).first }
        ?? request.rows.formingCells?.first { columns.index(of: $0.column) == index }
      guard let rule else { return true }
      // A property that holds text accepts the text of every number.
      return rule.fits(.integer(0)) || rule.fits(.integer(1))
    }
    self.compared = numbers.filter(compared.contains).sorted()
    self.ordered = numbers.filter(ordered.contains).sorted()
  }
}

extension RowQuery {
  /// A description of text in a column of numbers.
  static let textOfNumber = "a number that fits neither an integer nor a double"

  /// Checks that certain cells of a row are numbers that can be compared.
  ///
  /// - Throws: ``StoreError`` with code `unexpectedCell` if one isn't.
  func checkNumbers(at indexes: [Int], of contents: PackedRow) throws(StoreError) {
    for index in indexes {
      guard case .text = contents.cell(at: index) else { continue }
      throw misfit(
        RowQuery.textOfNumber, in: layout.columns.names[index],
        expected: "one that can be compared and ordered",
        advice: "fix the row, or use another column", contents)
    }
  }
}

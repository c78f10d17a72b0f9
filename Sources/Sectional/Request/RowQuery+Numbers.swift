/// Where the numbers of a row must be numbers.
///
/// A server has numbers that no integer and no double holds. They are texts here, which tells them apart exactly, but
/// texts stand behind all numbers: so those that no double even comes near, such as 1e400 and 1e-400, can't be put in order
/// nor be compared. (The others are rounded for that.)
struct NumberIndexes: Sendable {
  /// The columns whose numbers a condition looks at.
  let compared: [Int]
  /// The columns whose numbers put rows in order.
  let ordered: [Int]

  init(compared: Set<Int>, ordered: Set<Int>, _ request: RowRequest, _ columns: RowColumns) {
    let numbers = columns.numbers.filter { index in
      guard let rule = request.cells?.dropFirst(index).first else { return true }
      // A property of texts has the text of every number.
      return rule.fits(.integer(0)) || rule.fits(.integer(1))
    }
    self.compared = numbers.intersection(compared).sorted()
    self.ordered = numbers.intersection(ordered).sorted()
  }
}

extension RowQuery {
  /// What a text in a column of numbers is.
  static let textOfNumber = "a number that no integer and no double holds"

  /// Makes sure that some numbers of a row are numbers here.
  ///
  /// - Throws: ``StoreError`` with code `unexpectedCell`.
  func checkNumbers(at indexes: [Int], of contents: PackedRow) throws(StoreError) {
    for index in indexes {
      guard case .text = contents.cell(at: index) else { continue }
      throw misfit(
        RowQuery.textOfNumber, in: layout.columns.names[index],
        expected: "one that can be compared and put in order", contents)
    }
  }
}

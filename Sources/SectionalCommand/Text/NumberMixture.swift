import Sectional

/// Finds the columns in which numbers and texts that read like numbers occur together.
final class NumberMixture {
  private let candidates: [Int]
  // State: used only by the caller's thread, while it measures a table.
  private var numbers: Set<Int> = []
  private var texts: Set<Int> = []

  init(_ candidates: [Int]) { self.candidates = candidates }

  var columns: Set<Int> { numbers.intersection(texts) }

  func note(_ values: [StoredValue]) {
    for column in candidates {
      switch values[column] {
      case .integer, .real: numbers.insert(column)
      case .text(let text) where CellText.readsAsNumber(text): texts.insert(column)
      default: continue
      }
    }
  }
}

import Sectional
import SectionalSQL

/// The columns in which a row holds a zero with a minus sign, by the row's key.
typealias NegativeZeros = [RowKey: Set<Int>]

extension StoreQuestions {
  /// Returns the zeros of a list that have a minus sign.
  ///
  /// Lists hold numbers by value, so the store is asked.
  func negativeZeros(of list: ComparedList) async throws -> NegativeZeros {
    let columns = description.columns.indices.filter {
      description.columns[$0].negativeZeroSQL != nil
    }
    guard !columns.isEmpty else { return [:] }
    let conditions = columns.compactMap { description.columns[$0].negativeZeroSQL }
    let answers = try await answers(
      conditions.map { "CASE WHEN \($0) THEN 1 ELSE 0 END" }, about: list,
      where: conditions.joined(separator: " OR "))
    var zeros: NegativeZeros = [:]
    for (key, values) in answers {
      zeros[key] = Set(zip(columns, values).filter { $1 == .integer(1) }.map(\.0))
    }
    return zeros
  }
}

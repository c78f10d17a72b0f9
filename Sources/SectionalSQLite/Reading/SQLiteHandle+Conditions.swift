import Sectional
import SectionalSQL

extension SQLiteHandle {
  /// Prepares a statement that reads rows, with a condition if there is one.
  ///
  /// - Parameters:
  ///   - read: The statement without the condition.
  ///   - arguments: The statement's own arguments.
  ///   - condition: The condition.
  ///   - columns: The names of the columns, to suggest one.
  /// - Throws: `StoreError` about the condition, in terms of the condition's own text, if the condition is at fault.
  func check(
    _ read: String, _ arguments: [StoredValue] = [], where condition: StoreText?,
    among columns: [String]
  ) throws(StoreError) {
    guard let condition else {
      _ = try prepare(read)
      return
    }
    if ReadStatement.closesForeignParenthesis(condition.text) { throw .foreignParenthesis }
    // The condition is in parentheses and on separate lines, so a comment in it ends with it.
    let statement: SQLiteStatement
    do throws(StoreError) {
      statement = try prepare("\(read) WHERE (\n\(condition.text)\n)")
    } catch {
      // What reads the rows may be at fault.
      _ = try prepare(read)
      // Without the parentheses, a condition that isn't complete isn't reported as an error near one of them.
      let plain = Result { () throws(StoreError) in try prepare("\(read) WHERE \(condition.text)") }
      guard case .failure(let own) = plain else { throw error.about(.predicate) }
      throw own.suggesting(columns).about(.predicate)
    }
    do throws(StoreError) { try statement.checkCount(of: arguments + condition.arguments) } catch {
      throw error.about(.predicate)
    }
  }
}

extension StoreError {
  /// Returns the error with the column that was probably meant, if it is about an unknown column.
  fileprivate func suggesting(_ columns: [String]) -> StoreError {
    let beginning = "no such column: "
    guard let failure = cause as? SQLiteFailure, failure.message.hasPrefix(beginning) else {
      return self
    }
    let name = String(failure.message.dropFirst(beginning.count))
    return StoreError(
      .noSuchColumn,
      "\(failure.message); \(NearestName.suggestion(for: name, among: columns))", cause: failure)
  }
}

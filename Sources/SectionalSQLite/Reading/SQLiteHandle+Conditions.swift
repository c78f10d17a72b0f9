import Sectional

extension SQLiteHandle {
  /// Prepares a statement that reads rows, with a condition if there is one.
  ///
  /// - Throws: `StoreError` about the condition, in terms of the condition's own text, if the condition is at fault.
  func check(_ read: String, where condition: StoreText?) throws(StoreError) {
    guard let condition else {
      _ = try prepare(read)
      return
    }
    // The condition is in parentheses and on separate lines, so a comment in it ends with it.
    do throws(StoreError) {
      _ = try prepare("\(read) WHERE (\n\(condition.text)\n)")
    } catch {
      _ = try prepare(read)
      // Without the parentheses, a condition that isn't complete isn't reported as an error near one of them.
      let plain = Result { () throws(StoreError) in try prepare("\(read) WHERE \(condition.text)") }
      guard case .failure(let own) = plain else { throw error.about(.predicate) }
      throw own.about(.predicate)
    }
  }
}

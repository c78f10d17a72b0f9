extension RowEvaluation {
  /// Returns whether a text matches a folded one; anything that isn't text doesn't.
  func search(
    _ match: RowExpression.TextMatch, _ text: RowExpression, _ folded: [UInt8]
  ) -> Bool? {
    if case .column(let name) = text {
      guard let place = places[name] else { return false }
      return unsafe RowEvaluation.text(at: place, of: bytes, in: range) { text in
        unsafe folded.withUnsafeBytes { unsafe TextFolding.matches(text, match, $0) }
      }
        ?? false
    }
    guard let value = value(text) else { return nil }
    let cell = PackedRow([value]).bytes
    return unsafe RowEvaluation.text(at: 0, of: cell, in: cell.indices) { text in
      unsafe folded.withUnsafeBytes { unsafe TextFolding.matches(text, match, $0) }
    }
      ?? false
  }

  /// Calls a body with the bytes of a cell's text, or returns `nil` if the cell isn't text.
  private static func text<Result>(
    at index: Int, of bytes: [UInt8], in range: Range<Int>,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    unsafe bytes.withUnsafeBytes { bytes in
      let bytes = unsafe UnsafeRawBufferPointer(rebasing: bytes[range])
      var cell = unsafe RawCell(bytes, at: 0)
      for _ in 0..<index { cell = unsafe RawCell(bytes, at: cell.end) }
      return cell.tag == CellTag.text ? unsafe body(cell.content()) : nil
    }
  }
}

extension RowEvaluation {
  /// Returns whether a text matches a folded one; anything that isn't text doesn't.
  func search(
    _ match: RowExpression.TextMatch, _ text: RowExpression, _ folded: [UInt8]
  ) -> Bool? {
    if case .column(let name) = text {
      guard let place = places[name] else { return false }
      return unsafe contents.text(at: place) { text in
        unsafe folded.withUnsafeBytes { unsafe TextFolding.matches(text, match, $0) }
      }
        ?? false
    }
    guard let value = value(text) else { return nil }
    return unsafe PackedRow([value]).text(at: 0) { text in
      unsafe folded.withUnsafeBytes { unsafe TextFolding.matches(text, match, $0) }
    }
      ?? false
  }
}

extension PackedRow {
  /// Calls a body with the bytes of a cell's text, or returns `nil` if the cell isn't text.
  fileprivate func text<Result>(
    at index: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    unsafe bytes.withUnsafeBytes { bytes in
      var cell = unsafe RawCell(bytes, at: 0)
      for _ in 0..<index { cell = unsafe RawCell(bytes, at: cell.end) }
      return cell.tag == CellTag.text ? unsafe body(cell.content()) : nil
    }
  }
}

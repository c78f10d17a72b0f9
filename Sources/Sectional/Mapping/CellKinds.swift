/// Kinds of cells in a packed row.
struct CellKinds: OptionSet, Sendable {
  let rawValue: UInt8

  static let null = CellKinds(rawValue: 1)
  static let integer = CellKinds(rawValue: 2)
  static let real = CellKinds(rawValue: 4)
  /// Text that is valid UTF-8.
  static let text = CellKinds(rawValue: 8)
  static let blob = CellKinds(rawValue: 16)
}

/// A type for which many cells are known to fit from their kind alone, without being decoded.
protocol PlainColumnValue {
  static var fittingKinds: CellKinds { get }
}

extension Int: PlainColumnValue { static var fittingKinds: CellKinds { .integer } }
extension Int64: PlainColumnValue { static var fittingKinds: CellKinds { .integer } }
extension Double: PlainColumnValue { static var fittingKinds: CellKinds { .real } }
extension String: PlainColumnValue { static var fittingKinds: CellKinds { .text } }

extension Optional: PlainColumnValue where Wrapped: PlainColumnValue {
  static var fittingKinds: CellKinds { Wrapped.fittingKinds.union(.null) }
}

extension PackedRow {
  /// Returns the index of the first leading cell whose kind isn't among those for its column, or `nil` if all of them
  /// fit.
  func firstCell(notOf kinds: [CellKinds]) -> Int? {
    unsafe bytes.withUnsafeBytes { bytes in
      var offset = 0
      for (column, kinds) in kinds.enumerated() {
        let cell = unsafe RawCell(bytes, at: offset)
        guard kinds.contains(CellKinds(cell)) else { return column }
        offset = max(offset, min(cell.end, bytes.count))
      }
      return nil
    }
  }
}

extension CellKinds {
  fileprivate init(_ cell: RawCell) {
    switch cell.tag {
    case CellTag.null: self = .null
    case CellTag.real: self = .real
    case CellTag.text:
      var cell = cell
      self = unsafe CellKinds.isASCII(cell.content()) ? .text : []
    case CellTag.blob: self = .blob
    default: self = .integer
    }
  }

  /// Returns whether a text consists of single-byte characters only, which makes it certain to be valid UTF-8.
  private static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var position = 0
    while position + 8 <= bytes.count {
      let word = unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      if word & 0x8080_8080_8080_8080 != 0 { return false }
      position += 8
    }
    while position < bytes.count {
      if unsafe bytes[position] >= 0x80 { return false }
      position += 1
    }
    return true
  }
}

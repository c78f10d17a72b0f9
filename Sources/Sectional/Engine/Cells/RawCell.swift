/// A cell of a packed row, decoded in place.
///
/// It is valid only while the row's bytes are borrowed.
@safe struct RawCell {
  private let bytes: UnsafeRawBufferPointer
  private var position: Int
  let tag: UInt8

  /// Creates a cell from the bytes at an offset; after the last cell, this is a null.
  @inline(__always) init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
    unsafe self.bytes = unsafe bytes
    position = offset + 1
    tag = offset < bytes.count ? unsafe bytes[offset] : CellTag.null
  }

  /// Reads an integer cell.
  mutating func integer() -> Int64 {
    let unusedBits = 64 - 8 * Int(tag)
    return Int64(bitPattern: littleEndian(Int(tag)) << unusedBits) >> unusedBits
  }

  /// Reads a little-endian number of the given length in bytes.
  mutating func littleEndian(_ length: Int) -> UInt64 {
    unsafe precondition(position + length <= bytes.count, "a packed row ends inside a cell")
    if unsafe position + 8 <= bytes.count {
      let word = unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
      return length == 8 ? word : word & (1 << (8 * UInt64(length)) - 1)
    }
    var pattern: UInt64 = 0
    for offset in 0..<length {
      let byte = unsafe bytes[position + offset]
      pattern |= UInt64(byte) << (8 * offset)
    }
    return pattern
  }

  /// The bytes of a text or blob.
  mutating func content() -> UnsafeRawBufferPointer {
    let count = length()
    unsafe precondition(position + count <= bytes.count, "a packed row ends inside a cell")
    return unsafe UnsafeRawBufferPointer(rebasing: bytes[position..<(position + count)])
  }

  /// The offset at which the next cell begins.
  var end: Int {
    switch tag {
    case CellTag.null: return position
    case CellTag.real: return position + 8
    case CellTag.text, CellTag.blob:
      var cell = self
      let count = cell.length()
      return cell.position + count
    default: return position + Int(tag)
    }
  }

  private mutating func length() -> Int {
    var length = 0
    var shift = 0
    while true {
      let byte = unsafe bytes[position]
      position += 1
      length |= Int(byte & 0x7F) << shift
      guard byte >= 0x80 else { return length }
      shift += 7
    }
  }
}

extension PackedRow {
  /// Finds the offset at which each of the first cells begins, as many as there is room for.
  ///
  /// A cell that the row lacks begins at its end.
  func findCells(_ starts: inout [Int]) {
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe starts.withUnsafeMutableBufferPointer { starts in
        var offset = 0
        for index in starts.indices {
          unsafe starts[index] = offset
          if offset < bytes.count { offset = unsafe RawCell(bytes, at: offset).end }
        }
      }
    }
  }
}

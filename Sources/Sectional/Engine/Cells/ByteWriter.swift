/// Appends bytes to an array by way of a small buffer on the stack.
///
/// An array checks its storage at each append, which takes longer than to copy a number or a short text.
@safe package struct ByteWriter: ~Copyable {
  private var bytes: [UInt8]
  private let buffer: UnsafeMutableRawBufferPointer
  private let capacity: Int
  private var buffered = 0

  private init(_ bytes: consuming [UInt8], _ buffer: UnsafeMutableRawBufferPointer) {
    self.bytes = bytes
    unsafe self.buffer = unsafe buffer
    capacity = buffer.count
  }

  /// Appends to an array what a closure writes.
  package static func append(to array: inout [UInt8], _ write: (inout ByteWriter) -> Void) {
    // Larger buffers aren't on the stack.
    unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { buffer in
      var bytes: [UInt8] = []
      swap(&bytes, &array)
      var writer = unsafe ByteWriter(bytes, buffer)
      bytes = []
      write(&writer)
      writer.flush()
      swap(&array, &writer.bytes)
    }
  }

  /// The number of bytes, with those that the array had before.
  var count: Int { bytes.count + buffered }

  /// Appends the low bytes of a number, the lowest first.
  mutating func append(_ number: UInt64, length: Int) {
    if buffered + 8 > capacity { flush() }
    unsafe buffer.storeBytes(of: number.littleEndian, toByteOffset: buffered, as: UInt64.self)
    buffered += length
  }

  /// Appends a byte.
  mutating func append(_ byte: UInt8) { append(UInt64(byte), length: 1) }

  /// Appends a copy of bytes.
  mutating func append(_ content: UnsafeRawBufferPointer) {
    if content.count > capacity - buffered {
      flush()
      guard content.count <= capacity else {
        unsafe bytes.append(contentsOf: content)
        return
      }
    }
    unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[buffered...]).copyMemory(from: content)
    buffered += content.count
  }

  /// Replaces each byte from an index on.
  mutating func replace(from start: Int, by replacement: (UInt8) -> UInt8) {
    let flushed = bytes.count
    for index in min(start, flushed)..<flushed { bytes[index] = replacement(bytes[index]) }
    for index in max(start - flushed, 0)..<max(buffered, start - flushed, 0) {
      unsafe buffer[index] = unsafe replacement(buffer[index])
    }
  }

  /// Calls a closure with the whole array.
  mutating func withArray(_ body: (inout [UInt8]) -> Void) {
    flush()
    body(&bytes)
  }

  private mutating func flush() {
    unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<buffered]))
    buffered = 0
  }
}

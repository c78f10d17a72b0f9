/// The storage of an outline's rows.
package protocol OutlineRows: Sendable {
  /// The size of the rows in bytes.
  var count: Int { get }
  /// Fetches a range of the bytes, or returns `nil` if they can't be read.
  func bytes(in range: Range<Int>) -> [UInt8]?
}

/// The rows of an outline that was just built.
struct OutlineRowsInMemory: OutlineRows {
  let bytes: [UInt8]

  var count: Int { bytes.count }

  func bytes(in range: Range<Int>) -> [UInt8]? {
    range.upperBound <= bytes.count ? Array(bytes[range]) : nil
  }
}

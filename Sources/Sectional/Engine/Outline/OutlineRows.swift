/// Where the rows of an outline are.
package protocol OutlineRows: Sendable {
  /// The number of their bytes.
  var count: Int { get }
  /// Fetches some of them; nothing where they can't be had.
  func bytes(in range: Range<Int>) -> [UInt8]?
}

/// The rows of an outline that was just made.
struct OutlineRowsInMemory: OutlineRows {
  let bytes: [UInt8]

  var count: Int { bytes.count }

  func bytes(in range: Range<Int>) -> [UInt8]? {
    range.upperBound <= bytes.count ? Array(bytes[range]) : nil
  }
}

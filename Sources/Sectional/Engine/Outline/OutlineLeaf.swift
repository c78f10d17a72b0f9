/// Consecutive rows of an outline, which are fetched when they are needed.
struct OutlineLeaf: Sendable {
  /// The number of rows.
  let count: Int
  /// The beginning of the first row's order key, without its section.
  let start: [UInt8]
  private let source: any OutlineRows
  private let rowRange: Range<Int>
  private let filterRange: Range<Int>
  private let rowChecksum: UInt64
  private let filterChecksum: UInt64

  /// The most bytes that are kept of a first row's order key.
  static let mostStartBytes = 64
  /// The most bytes of the rows and the filter, so that a file can't make its reader run out of memory.
  static let mostBytes = 1 << 28

  /// Creates a leaf in memory.
  init(rows: [UInt8], count: Int, start: [UInt8], filter: LeafFilter) {
    (self.count, self.start) = (count, start)
    rowRange = 0..<rows.count
    filterRange = rows.count..<(rows.count + filter.bytes.count)
    source = OutlineRowsInMemory(bytes: rows + filter.bytes)
    (rowChecksum, filterChecksum) = (Checksum.of(rows), Checksum.of(filter.bytes))
  }

  /// Reads what the head of an outline says of a leaf, or returns `nil` if it can't be right.
  ///
  /// - Parameters:
  ///   - reader: The head, at the place of the leaf.
  ///   - source: The rows of all leaves.
  ///   - offset: Where those of this one begin.
  init?(_ reader: inout CarefulReader, _ source: any OutlineRows, at offset: Int) {
    guard let length = reader.take(4).map({ reader.bytes.word(at: $0.lowerBound) }),
      let start = reader.take(length), let numbers = reader.take(28)
    else { return nil }
    self.start = Array(reader.bytes[start])
    let words = (0..<3).map { reader.bytes.word(at: numbers.lowerBound + 4 * $0) }
    count = words[0]
    rowRange = offset..<(offset + words[1])
    filterRange = rowRange.upperBound..<(rowRange.upperBound + words[2])
    // A row takes two bytes at least.
    guard count > 0, count <= rowRange.count / 2, filterRange.upperBound <= source.count,
      filterRange.upperBound - rowRange.lowerBound <= OutlineLeaf.mostBytes
    else { return nil }
    rowChecksum = reader.bytes.longWord(at: numbers.lowerBound + 12)
    filterChecksum = reader.bytes.longWord(at: numbers.lowerBound + 20)
    self.source = source
  }

  /// Whether the rows and the filter can be read and haven't changed.
  var isIntact: Bool { rows != nil && filter != nil }

  /// Where the rows of the next leaf begin in the source.
  var end: Int { filterRange.upperBound }

  /// The number of bytes of the rows and the filter.
  var byteCount: Int { rowRange.count + filterRange.count }

  /// Fetches the rows, or returns `nil` if they can't be read or have changed.
  var rows: [UInt8]? {
    source.bytes(in: rowRange).flatMap { Checksum.of($0) == rowChecksum ? $0 : nil }
  }

  /// Fetches the filter, or returns `nil` if it can't be read or has changed.
  var filter: LeafFilter? {
    source.bytes(in: filterRange).flatMap {
      Checksum.of($0) == filterChecksum ? LeafFilter(bytes: $0) : nil
    }
  }

  /// Appends what a head says of the leaf.
  func append(to head: inout [UInt8]) {
    head.append(word: start.count)
    head += start
    for word in [count, rowRange.count, filterRange.count] { head.append(word: word) }
    head.append(longWord: rowChecksum)
    head.append(longWord: filterChecksum)
  }
}

/// A filter that says of most rows that a leaf lacks them; it says so of none that the leaf has.
struct LeafFilter: Sendable {
  private(set) var bytes: [UInt8]

  /// Ten bits for each row, of which six are set, leave about one in a hundred unknown.
  private static let bitsPerRow = 10
  private static let places: UInt32 = 6

  /// Creates a filter of the hashes by which rows are looked up.
  init(_ hashes: [UInt32]) {
    bytes = [UInt8](repeating: 0, count: (max(hashes.count, 1) * LeafFilter.bitsPerRow + 7) / 8)
    for hash in hashes {
      for place in places(of: hash) { bytes[place / 8] |= 1 << UInt8(place % 8) }
    }
  }

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Returns whether the leaf may have a row with a hash.
  func mayContain(_ hash: UInt32) -> Bool {
    bytes.isEmpty || places(of: hash).allSatisfy { bytes[$0 / 8] >> UInt8($0 % 8) & 1 == 1 }
  }

  private func places(of hash: UInt32) -> some Sequence<Int> {
    let count = UInt64(bytes.count * 8)
    let step = (hash &* 0x9E37_79B9) | 1
    return (0..<LeafFilter.places).lazy.map { number in
      Int(count.multipliedFullWidth(by: UInt64(hash &+ number &* step) << 32).high)
    }
  }
}

/// How many rows there are, and a sum by which rows that are read later can be recognized as the same.
struct RowTally: Sendable, Hashable {
  private(set) var count = 0
  /// The sum of hashes of each row's section, order and key.
  private(set) var sum: UInt64 = 0

  /// Creates the tally of no rows.
  init() {}

  init(count: Int, sum: UInt64) { (self.count, self.sum) = (count, sum) }

  /// Adds a row, given the hash of its section and that of its sort keys and its key.
  mutating func add(section: UInt64, order: UInt64) {
    count += 1
    sum &+= RowTally.hash(section, order)
  }

  /// Adds a row.
  mutating func add(_ orderKey: RowOrderKey) {
    count += 1
    sum &+= RowTally.hash(orderKey)
  }

  /// Adds the rows of another block.
  mutating func add(_ other: RowTally) {
    count += other.count
    sum &+= other.sum
  }

  /// Subtracts a row.
  mutating func remove(_ orderKey: RowOrderKey) {
    count -= 1
    sum &-= RowTally.hash(orderKey)
  }

  private static func hash(_ orderKey: RowOrderKey) -> UInt64 {
    hash(
      part(orderKey.bytes, orderKey.section),
      part(orderKey.bytes, orderKey.sectionEnd..<orderKey.bytes.count))
  }

  /// Returns the hash of a row's section, or of its sort keys and its key.
  ///
  /// It takes eight bytes at a time, each in a step that can be inverted, so that a difference in one place isn't lost.
  static func part(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
    unsafe bytes.withUnsafeBytes { bytes in
      var (sum, offset) = (UInt64(range.count), range.lowerBound)
      while offset + 8 <= range.upperBound {
        sum = mixed(
          sum, unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian)
        offset += 8
      }
      var rest: UInt64 = 0
      while offset < range.upperBound {
        rest = unsafe rest << 8 | UInt64(bytes[offset])
        offset += 1
      }
      return mixed(mixed(sum, rest), 0)
    }
  }

  private static func mixed(_ sum: UInt64, _ word: UInt64) -> UInt64 {
    let product = (sum ^ word) &* 0x9FB2_1C65_1E98_DF25
    return product ^ product >> 32
  }

  private static func hash(_ section: UInt64, _ order: UInt64) -> UInt64 {
    // Sections and orders with the same bytes must count differently if they change places.
    (section &* 0x9E37_79B9_7F4A_7C15) ^ order
  }
}

extension RowBlock {
  /// The tally of the block's rows.
  var tallied: RowTally {
    if let tally { return tally }
    var tally = RowTally()
    for run in 0..<runs.count {
      let section = RowTally.part(runs[run].section, runs[run].section.indices)
      for position in positions(ofRun: run) {
        let record = self[position]
        tally.add(
          section: section,
          order: RowTally.part(bytes, record.sort.lowerBound..<record.identity.upperBound))
      }
    }
    return tally
  }
}

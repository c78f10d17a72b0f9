/// A state of a database file that every process can distinguish from all others, also later.
///
/// If the log has no frames that aren't in the file, the file alone holds the contents, and any change made after the
/// stamp was taken has written to the file. Otherwise, the log's checksum identifies the contents. A modification time
/// so recent that another write could get the same one proves nothing yet.
struct SQLiteStamp: Hashable, Codable {
  /// The state of the file and its log.
  struct State: Hashable, Codable {
    let device: UInt64
    let file: UInt64
    let size: Int64
    let modified: Int64
    let changed: Int64
    let header: UInt64
    let log: WALIndex.Log?
  }

  let state: State
  /// Whether another write could get the same state.
  let isRacy: Bool

  /// Creates the stamp of what a read transaction reads.
  init(_ seen: SeenFile, _ header: SQLiteHeader, log: WALIndex.Log?) {
    let file = seen.state
    state = State(
      device: file.device, file: file.file, size: file.size, modified: file.modified,
      changed: file.changed, header: header.checksum, log: log)
    isRacy = log == nil && seen.isRacy
  }
}

extension SQLiteHeader {
  /// A hash of the bytes.
  var checksum: UInt64 { bytes.stableHash }
}

extension Sequence<UInt8> {
  /// A hash that is the same in every process, with a collision probability of 1 in 2⁶⁴ (FNV-1a).
  var stableHash: UInt64 {
    reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

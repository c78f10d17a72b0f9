/// A state of a database file that every process tells from others, also later.
///
/// Where no frames wait in a log, the file alone holds the contents, and each change of them wrote to it after the stamp
/// was taken. Where some do, the log's checksum tells which. A time that is so new that another write could get the same
/// proves nothing yet.
struct SQLiteStamp: Hashable, Codable {
  /// What the file and its log were like.
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

  /// Describes what a read transaction reads.
  init(_ seen: SeenFile, _ header: SQLiteHeader, log: WALIndex.Log?) {
    let file = seen.state
    state = State(
      device: file.device, file: file.file, size: file.size, modified: file.modified,
      changed: file.changed, header: header.checksum, log: log)
    isRacy = log == nil && seen.isRacy
  }
}

extension SQLiteHeader {
  /// A number that differs where the bytes do, but for one case in 2⁶⁴ (FNV-1a).
  fileprivate var checksum: UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}

/// How text is ordered inside the byte key.
///
/// A collation decides order only; what a section or a row *is* depends on the exact text.
public enum TextCollation: Sendable, Hashable {
  /// By UTF-8 bytes: SQLite's `BINARY`, Postgres' `"C"`.
  case binary
  /// By UTF-8 bytes after A–Z became a–z; no other letter is folded, so that every store agrees.
  case caseInsensitive

  /// Maps a byte of UTF-8 text to the byte it is ordered by.
  @inline(__always) func folded(_ byte: UInt8) -> UInt8 {
    switch self {
    case .binary: byte
    case .caseInsensitive: byte &- 0x41 < 26 ? byte | 0x20 : byte
    }
  }
}

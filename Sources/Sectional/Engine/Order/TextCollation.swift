/// How text is ordered.
///
/// A collation determines only the order; the identity of a section or a row depends on the exact text.
public enum TextCollation: Sendable, Hashable {
  /// By UTF-8 bytes, like SQLite's `BINARY` and Postgres's `"C"`.
  case binary
  /// By UTF-8 bytes after folding A–Z to a–z; no other letters are folded, so that every store agrees.
  case caseInsensitive

  /// Maps a byte of UTF-8 text to the byte that it is ordered by.
  @inline(__always) func folded(_ byte: UInt8) -> UInt8 {
    switch self {
    case .binary: byte
    case .caseInsensitive: byte &- 0x41 < 26 ? byte | 0x20 : byte
    }
  }
}

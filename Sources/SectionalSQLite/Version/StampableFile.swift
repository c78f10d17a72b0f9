import Foundation
import SectionalCSQLite

extension SQLiteHandle {
  /// Returns whether the file's times and its log can be relied on to distinguish its states.
  ///
  /// They can on a local file system of a known kind, if SQLite accesses files there in its standard way.
  func findOutWhetherStampable() -> Bool {
    var name: UnsafeMutablePointer<CChar>?
    guard unsafe sqlite3_file_control(pointer, "main", SQLITE_FCNTL_VFSNAME, &name) == SQLITE_OK,
      let name = unsafe name
    else { return false }
    defer { unsafe sqlite3_free(name) }
    // As long as a connection keeps its lock, SQLite doesn't count its commits in the file's header.
    return unsafe String(cString: name) == "unix" && SQLiteHandle.isOnKnownFileSystem(path)
      && !isExclusive
  }

  private static func isOnKnownFileSystem(_ path: String) -> Bool {
    var status = statfs()
    guard unsafe statfs(path, &status) == 0 else { return false }
    #if canImport(Darwin)
      return status.f_flags & UInt32(bitPattern: MNT_LOCAL) != 0
    #else
      return knownFileSystems.contains(UInt32(truncatingIfNeeded: status.f_type))
    #endif
  }

  // ext4, xfs, btrfs, tmpfs, ramfs, overlayfs, f2fs, zfs and bcachefs, as numbered in linux/magic.h. Network and user
  // space file systems cache times for a while.
  private static let knownFileSystems: Set<UInt32> = [
    0xEF53, 0x5846_5342, 0x9123_683E, 0x0102_1994, 0x8584_58F6, 0x794C_7630, 0xF2F5_2010,
    0x2FC1_2FC1, 0xCA45_1A4E,
  ]
}

import Foundation

extension SectionCacheFolder {
  /// Replaces a file atomically: whenever it is read, and whatever happens, either the old file or the new one
  /// exists.
  ///
  /// - Throws: ``SectionCacheError`` if the file can't be written; the old file stays.
  func write(_ bytes: [UInt8], toFile name: String) throws(SectionCacheError) {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      // A link or a file in its place is reported when it is opened.
      if !FileManager.default.fileExists(atPath: path) {
        throw SectionCacheError(
          "the folder \(path) can't be created; make the folder that it is in writable")
      }
    }
    try opened { folder throws(SectionCacheError) in
      let draft = SectionCacheDraft(of: name)
      do throws(SectionCacheError) {
        try write(bytes, toFile: draft.name, in: folder)
        guard unsafe renameat(folder, draft.name, folder, name) == 0 else {
          throw SectionCacheError("the file can't be replaced: \(systemMessage)")
        }
        fsync(folder)
      } catch {
        _ = unsafe unlinkat(folder, draft.name, 0)
        throw error
      }
    }
  }

  private func write(
    _ bytes: [UInt8], toFile name: String, in folder: Int32
  ) throws(SectionCacheError) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = unsafe openat(folder, name, flags, 0o600)
    guard file >= 0 else { throw SectionCacheError.unwritable }
    defer { close(file) }
    let isWritten = unsafe bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let rest = unsafe bytes.baseAddress?.advanced(by: written)
        let part = unsafe Foundation.write(file, rest, bytes.count - written)
        if part < 0, errno == EINTR { continue }
        guard part > 0 else { return false }
        written += part
      }
      return true
    }
    guard isWritten, fsync(file) == 0 else { throw SectionCacheError.unwritable }
  }

  /// Removes the files of the given caches or, for `nil`, of all caches, including what killed processes left behind.
  ///
  /// - Returns: The names of the caches whose files were removed.
  /// - Throws: ``SectionCacheError`` if a file can't be removed.
  @discardableResult package func removeCaches(
    _ caches: [SectionCacheName]?
  ) throws(SectionCacheError) -> [String] {
    try removeFiles { file in
      guard let caches else {
        return SectionCacheName.isFile(file) || SectionCacheDraft.isLeftOver(file)
      }
      return caches.contains { $0.isName(of: file) }
    }
    .filter(SectionCacheName.isFile).map(SectionCacheName.name(ofFile:))
  }

  /// Removes the files that a condition selects; a process that is reading one can continue to read it.
  ///
  /// - Returns: The names of the files that were removed.
  /// - Throws: ``SectionCacheError`` if a file can't be removed.
  @discardableResult func removeFiles(
    where isMeant: (String) -> Bool
  ) throws(SectionCacheError) -> [String] {
    let meant = names.filter(isMeant).sorted()
    guard !meant.isEmpty else { return [] }
    var removed: [String] = []
    var failure: SectionCacheError?
    try opened { folder throws(SectionCacheError) in
      for name in meant {
        if unsafe unlinkat(folder, name, 0) == 0 {
          removed.append(name)
        } else if errno != ENOENT {
          failure = SectionCacheError("the file \(name) can't be deleted: \(systemMessage)")
        }
      }
    }
    if let failure { throw failure }
    return removed
  }
}

extension SectionCacheError {
  fileprivate static var unwritable: SectionCacheError {
    SectionCacheError("the file can't be written: \(systemMessage)")
  }
}

/// A file that is being written, under a unique name.
struct SectionCacheDraft {
  private static let ending = ".draft"
  let name: String

  init(of file: String) {
    let number = UInt64.random(in: .min ... .max).sixteenDigits
    name = ".\(file).\(getpid()).\(number)\(SectionCacheDraft.ending)"
  }

  /// Returns whether a file is the draft of a process that no longer exists.
  static func isLeftOver(_ file: String) -> Bool {
    guard let process = process(writing: file), process > 0 else { return false }
    return process != getpid() && kill(process, 0) != 0 && errno == ESRCH
  }

  /// Returns whether a file is the draft of a cache file.
  static func isDraft(_ file: String) -> Bool { process(writing: file) != nil }

  private static func process(writing file: String) -> pid_t? {
    guard file.hasPrefix("."), file.hasSuffix(ending) else { return nil }
    let parts = file.dropLast(ending.count).split(separator: ".")
    guard parts.count >= 4, "." + parts[parts.count - 3] == SectionCacheName.fileExtension else {
      return nil
    }
    return pid_t(parts[parts.count - 2])
  }
}

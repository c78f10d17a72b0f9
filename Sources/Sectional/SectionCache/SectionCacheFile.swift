import Foundation

/// A file opened for reading, which remains the same file even if another one replaces it.
final class SectionCacheFile: Sendable {
  /// The size of the file in bytes.
  let size: Int
  private let descriptor: Int32

  /// Takes ownership of a file descriptor.
  ///
  /// - Throws: ``SectionCacheError`` if the descriptor doesn't refer to a regular file that this user owns.
  init(owning descriptor: Int32) throws(SectionCacheError) {
    do throws(SectionCacheError) {
      size = try SectionCacheFile.size(of: descriptor)
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  private static func size(of file: Int32) throws(SectionCacheError) -> Int {
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else {
      throw SectionCacheError("the file can't be examined: \(systemMessage)")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let what = status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "something that isn't a file"
      throw SectionCacheError("\(what) is where the file should be; delete it")
    }
    guard status.st_uid == geteuid() else {
      throw SectionCacheError("the file belongs to another user")
    }
    return Int(status.st_size)
  }

  /// Reads a range of the bytes.
  ///
  /// - Throws: ``SectionCacheError`` if they can't be read or no longer exist.
  func bytes(in range: Range<Int>) throws(SectionCacheError) -> [UInt8] {
    // All empty arrays share one storage, and filling an empty array would write into it.
    guard !range.isEmpty else { return [] }
    var failure: Int32?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      while count < range.count {
        let part = unsafe pread(
          descriptor, buffer.baseAddress?.advanced(by: count), range.count - count,
          off_t(range.lowerBound + count))
        if part < 0, errno == EINTR { continue }
        guard part > 0 else {
          failure = part < 0 ? errno : 0
          return
        }
        count += part
      }
    }
    guard let failure else { return bytes }
    let reason = failure == 0 ? "it became shorter" : unsafe String(cString: strerror(failure))
    throw SectionCacheError("the file can't be read: \(reason)")
  }
}

/// The rows of an outline, stored in a file.
struct SectionCacheRows: OutlineRows {
  let file: SectionCacheFile
  let start: Int

  var count: Int { file.size - start }

  func bytes(in range: Range<Int>) -> [UInt8]? {
    try? file.bytes(in: (start + range.lowerBound)..<(start + range.upperBound))
  }
}

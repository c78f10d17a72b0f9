import Foundation

extension SectionCacheFolder {
  /// Reads a file of a cache.
  ///
  /// - Throws: ``SectionCacheMiss`` where there is none, where it is something else than a file, or damaged.
  package func sections(inFile name: String) throws(SectionCacheMiss) -> CachedSections {
    try CachedSections(try bytes(ofFile: name))
  }

  func bytes(ofFile name: String) throws(SectionCacheMiss) -> [UInt8] {
    try opened { folder throws(SectionCacheMiss) in
      // Whatever stands there, to open it must not take long.
      let file = unsafe openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else {
        switch errno {
        case ENOENT: throw SectionCacheMiss.noFile
        case ELOOP: throw SectionCacheMiss("a link stands where the file should be; delete it")
        default: throw SectionCacheMiss("the file can't be opened: \(systemMessage)")
        }
      }
      defer { close(file) }
      return try SectionCacheFolder.bytes(of: file, size: size(of: file))
    }
  }

  /// Returns the size of a file that this user wrote.
  private func size(of file: Int32) throws(SectionCacheMiss) -> Int {
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else {
      throw SectionCacheMiss("the file can't be looked at: \(systemMessage)")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let what = status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "something that is no file"
      throw SectionCacheMiss("\(what) stands where the file should be; delete it")
    }
    guard status.st_uid == geteuid() else {
      throw SectionCacheMiss("the file belongs to another user")
    }
    guard status.st_size < 1 << 32 else {
      throw SectionCacheMiss("the file is damaged: it is too long")
    }
    return Int(status.st_size)
  }

  private static func bytes(of file: Int32, size: Int) throws(SectionCacheMiss) -> [UInt8] {
    var failure: SectionCacheMiss?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let part = unsafe read(file, buffer.baseAddress?.advanced(by: count), size - count)
        if part < 0, errno == EINTR { continue }
        guard part > 0 else {
          if part < 0 { failure = SectionCacheMiss("the file can't be read: \(systemMessage)") }
          return
        }
        count += part
      }
    }
    if let failure { throw failure }
    return bytes
  }
}

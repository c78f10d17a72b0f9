import Foundation

extension FileState {
  /// Returns when the file that is at a path was created, in nanoseconds.
  ///
  /// - Returns: `nil` if the file system doesn't say, or if another file is at the path.
  func birth(at path: String) -> Int64? {
    #if canImport(Darwin)
      var status = stat()
      guard unsafe stat(path, &status) == 0, UInt64(status.st_ino) == file else { return nil }
      let time = status.st_birthtimespec
      return FileState.birth(Int64(time.tv_sec), Int64(time.tv_nsec))
    #else
      return LinuxFileStatus(path).flatMap { status in
        status.file == file ? FileState.birth(status.birth.seconds, status.birth.nanoseconds) : nil
      }
    #endif
  }

  /// A file system that doesn't know the time can say that it is zero.
  private static func birth(_ seconds: Int64, _ nanoseconds: Int64) -> Int64? {
    seconds > 0 ? seconds &* 1_000_000_000 &+ nanoseconds : nil
  }
}

#if !canImport(Darwin)
  /// What Linux's `statx` says of a file, which the C library's modules don't export.
  ///
  /// The layout of the kernel's structure is the same on all processors (linux/stat.h).
  private struct LinuxFileStatus {
    private typealias Call =
      @convention(c) (
        Int32, UnsafePointer<CChar>, Int32, UInt32, UnsafeMutableRawPointer
      ) -> Int32

    let file: UInt64
    let birth: (seconds: Int64, nanoseconds: Int64)

    init?(_ path: String) {
      guard let symbol = unsafe dlsym(dlopen(nil, RTLD_NOW), "statx") else { return nil }
      let statx = unsafe unsafeBitCast(symbol, to: Call.self)
      // The numbers stand for the file's number and for the time of its creation; the first is the current folder.
      let wanted: UInt32 = 0x100 | 0x800
      var bytes = [UInt8](repeating: 0, count: 256)
      let result = unsafe bytes.withUnsafeMutableBytes { bytes in
        guard let start = bytes.baseAddress else { return Int32(-1) }
        return unsafe statx(-100, path, 0, wanted, start)
      }
      guard result == 0 else { return nil }
      let (mask, file, seconds, nanoseconds) = unsafe bytes.withUnsafeBytes { bytes in
        unsafe (
          bytes.loadUnaligned(as: UInt32.self),
          bytes.loadUnaligned(fromByteOffset: 32, as: UInt64.self),
          bytes.loadUnaligned(fromByteOffset: 80, as: Int64.self),
          bytes.loadUnaligned(fromByteOffset: 88, as: UInt32.self)
        )
      }
      guard mask & wanted == wanted else { return nil }
      self.file = file
      birth = (seconds, Int64(nanoseconds))
    }
  }
#endif

#if os(Linux)
  import Foundation

  /// A copy of SQLite in this process, such as another package may include.
  @safe struct SQLiteCopy: Sendable {
    fileprivate typealias Open =
      @convention(c) @Sendable (
        UnsafePointer<CChar>?, UnsafeMutablePointer<OpaquePointer?>?
      ) -> Int32
    fileprivate typealias Execute =
      @convention(c) @Sendable (
        OpaquePointer?, UnsafePointer<CChar>?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?,
        UnsafeMutableRawPointer?
      ) -> Int32
    fileprivate typealias Close = @convention(c) @Sendable (OpaquePointer?) -> Int32
    private typealias LoadApart =
      @convention(c) (Int, UnsafePointer<CChar>?, Int32) -> UnsafeMutableRawPointer?

    fileprivate let open: Open
    fileprivate let execute: Execute
    fileprivate let close: Close

    /// The copy that the library uses.
    static let own = unsafe SQLiteCopy(dlopen(nil, RTLD_NOW))
    /// A copy that shares no variables with the library's, not even those of the C library.
    static let other = unsafe SQLiteCopy(loadedApart())

    private init?(_ library: UnsafeMutableRawPointer?) {
      guard let library = unsafe library, let open = unsafe dlsym(library, "sqlite3_open"),
        let execute = unsafe dlsym(library, "sqlite3_exec"),
        let close = unsafe dlsym(library, "sqlite3_close")
      else { return nil }
      unsafe self.open = unsafeBitCast(open, to: Open.self)
      unsafe self.execute = unsafeBitCast(execute, to: Execute.self)
      unsafe self.close = unsafeBitCast(close, to: Close.self)
    }

    /// Loads the library once more in a separate namespace, with a function that the module of the C library omits.
    private static func loadedApart() -> UnsafeMutableRawPointer? {
      guard let load = unsafe dlsym(dlopen(nil, RTLD_NOW), "dlmopen") else { return nil }
      return unsafe unsafeBitCast(load, to: LoadApart.self)(-1, "libsqlite3.so.0", RTLD_NOW)
    }
  }

  /// A connection of a copy of SQLite, closed with its last reference.
  @safe final class CopyConnection {
    /// An error of SQLite.
    struct Failure: Error {
      let code: Int32
    }

    private let copy: SQLiteCopy
    private let pointer: OpaquePointer

    init(_ copy: SQLiteCopy, path: String) throws(Failure) {
      var opened: OpaquePointer?
      let result = unsafe copy.open(path, &opened)
      guard let pointer = unsafe opened, result == 0 else { throw Failure(code: result) }
      self.copy = copy
      unsafe self.pointer = pointer
      try execute("PRAGMA busy_timeout = 10000")
    }

    deinit { _ = unsafe copy.close(pointer) }

    /// Runs statements and ignores their results.
    func execute(_ sql: String) throws(Failure) {
      let result = unsafe copy.execute(pointer, sql, nil, nil, nil)
      guard result == 0 else { throw Failure(code: result) }
    }
  }
#endif

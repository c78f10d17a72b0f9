#if os(Linux)
  import Foundation

  /// Reads what happened in a folder, and reports whether it concerns a database file.
  struct FolderEventReader: Sendable {
    /// The result of reading events.
    enum News {
      /// Nothing about the file.
      case nothing
      /// Something may have been written.
      case event
      /// Something may have been written, and no more events will come.
      case over
    }

    /// The events after which the path leads to another folder, or to none.
    static let ends = IN_IGNORED | IN_UNMOUNT | IN_DELETE_SELF | IN_MOVE_SELF

    private let descriptor: Int32
    private let names: Set<String>

    init(_ descriptor: Int32, file: String) {
      self.descriptor = descriptor
      names = [file, file + "-wal", file + "-journal", file + "-shm"]
    }

    /// Reads all pending events.
    func read() -> News {
      var news = News.nothing
      var bytes = [UInt8](repeating: 0, count: 16384)
      while true {
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
          unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        }
        guard count > 0 else { return news }
        for event in FolderEventReader.events(bytes[..<count]) {
          if event.mask & UInt32(FolderEventReader.ends) != 0 { return .over }
          // An event without a name concerns the folder, or says that events were lost.
          if event.name.isEmpty || names.contains(event.name) { news = .event }
        }
      }
    }

    /// Parses what the system wrote: fixed fields, and a name padded with zeros.
    private static func events(
      _ bytes: ArraySlice<UInt8>
    ) -> [(mask: UInt32, name: String)] {
      var events: [(mask: UInt32, name: String)] = []
      var rest = bytes
      let size = MemoryLayout<inotify_event>.size
      while rest.count >= size {
        let event = unsafe rest.withUnsafeBytes { unsafe $0.loadUnaligned(as: inotify_event.self) }
        rest = rest.dropFirst(size)
        let name = rest.prefix(Int(event.len)).prefix { $0 != 0 }
        events.append((event.mask, String(decoding: name, as: UTF8.self)))
        rest = rest.dropFirst(Int(event.len))
      }
      return events
    }
  }
#endif

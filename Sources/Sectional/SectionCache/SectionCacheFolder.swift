import Foundation

/// The folder that holds an application's section cache files.
///
/// Files are accessed only relative to the opened folder, by names without separators, and links aren't followed, so
/// nothing outside the folder is read or written.
package struct SectionCacheFolder: Sendable, Hashable {
  /// The path of the folder.
  package let path: String

  /// Creates a reference to a folder, which need not exist yet.
  package init(path: String) { self.path = path }

  /// The folder of this application inside the user's cache folder, named after its bundle identifier or process
  /// name.
  package static var ofApplication: SectionCacheFolder {
    of(application: Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName)
  }

  /// Returns the folder of an application.
  package static func of(application: String) -> SectionCacheFolder {
    let name = SectionCacheName.encoded(application).replacing("%2e", with: ".")
    // A name that consists of dots only would lead outside the user's folder.
    let safe = name.allSatisfy { $0 == "." } ? "application" : name
    return SectionCacheFolder(path: userFolder + "/" + safe)
  }

  /// The user's cache folder; on Linux, as defined by the freedesktop.org base directory specification.
  private static var userFolder: String {
    #if canImport(Darwin)
      if let folder = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first {
        return folder.path
      }
    #endif
    let environment = ProcessInfo.processInfo.environment
    // The specification says to ignore a relative path.
    if let path = environment["XDG_CACHE_HOME"], path.hasPrefix("/") { return path }
    if let home = environment["HOME"], home.hasPrefix("/") { return home + "/.cache" }
    return NSHomeDirectory() + "/.cache"
  }

  /// The names of the cache files, sorted.
  package var fileNames: [String] { names.filter(SectionCacheName.isFile).sorted() }

  /// Why the folder can't be read, or `nil` if it can be or doesn't exist.
  package var unreadableReason: String? {
    do throws(SectionCacheError) {
      try opened { _ in }
      return nil
    } catch {
      return error == .noFile ? nil : error.reason
    }
  }

  /// The names of everything in the folder.
  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

  /// Calls a body with a descriptor of the opened folder.
  ///
  /// - Throws: ``SectionCacheError`` if the path isn't a folder or can't be opened, and any error the body throws.
  func opened<Output>(
    _ body: (Int32) throws(SectionCacheError) -> Output
  ) throws(SectionCacheError) -> Output {
    let folder = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else {
      guard errno != ENOENT else { throw SectionCacheError.noFile }
      throw SectionCacheError("the folder \(path) can't be opened: \(systemMessage)")
    }
    defer { close(folder) }
    return try body(folder)
  }
}

extension SectionCacheError {
  static let noFile = SectionCacheError("this cache has no file yet")
}

/// The system's message for the last call that failed.
var systemMessage: String { unsafe String(cString: strerror(errno)) }

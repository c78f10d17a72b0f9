import Foundation

/// The folder that holds the files of an application's section caches.
///
/// Files are only reached through the folder itself, by names without separators, and links are not followed: nothing
/// outside of it is read or written.
package struct SectionCacheFolder: Sendable, Hashable {
  /// Where it is.
  package let path: String

  /// Names a folder, which need not be there yet.
  package init(path: String) { self.path = path }

  /// The folder of this application, in the user's folder for caches: named by its bundle identifier or executable.
  package static var ofApplication: SectionCacheFolder {
    of(application: Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName)
  }

  /// The folder of an application.
  package static func of(application: String) -> SectionCacheFolder {
    let name = SectionCacheName.encoded(application).replacing("%2e", with: ".")
    // A name that is only dots leads elsewhere.
    let safe = name.allSatisfy { $0 == "." } ? "application" : name
    return SectionCacheFolder(path: userFolder + "/" + safe)
  }

  /// The user's folder for caches: on Linux by the rules of freedesktop.org's base directory specification.
  private static var userFolder: String {
    #if canImport(Darwin)
      if let folder = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first {
        return folder.path
      }
    #endif
    let environment = ProcessInfo.processInfo.environment
    // A relative path is to be ignored.
    if let path = environment["XDG_CACHE_HOME"], path.hasPrefix("/") { return path }
    if let home = environment["HOME"], home.hasPrefix("/") { return home + "/.cache" }
    return NSHomeDirectory() + "/.cache"
  }

  /// The names of the files of caches, sorted.
  package var fileNames: [String] { names.filter(SectionCacheName.isFile).sorted() }

  /// The names of everything in the folder.
  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

  /// Does something with the folder open.
  ///
  /// - Throws: ``SectionCacheError`` where it is no folder, or may not be opened; and what the body throws.
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
  static let noFile = SectionCacheError("there is no file of this cache yet")
}

/// What the system says of the last call that failed.
var systemMessage: String { unsafe String(cString: strerror(errno)) }

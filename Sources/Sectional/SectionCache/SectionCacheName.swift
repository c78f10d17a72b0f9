import Foundation

/// A cache's name, in the form in which its file names begin: only letters, digits and a few other characters.
package struct SectionCacheName: Sendable, Hashable {
  static let fileExtension = ".sectioncache"
  private static let mostBytes = 150
  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-".utf8)

  private static let hexadecimal = Set("0123456789abcdef".utf8)

  /// The name.
  package let name: String
  private let encoded: String

  package init(_ name: String) {
    self.name = name
    encoded = SectionCacheName.encoded(name)
  }

  /// Returns a text encoded as part of a file name, in which it can't lead to another folder; different texts give
  /// different results.
  static func encoded(_ text: String) -> String {
    let encoded = text.utf8.map { byte in
      plain.contains(byte) ? String(UnicodeScalar(byte)) : "%" + [byte].hexadecimal
    }.joined()
    guard encoded.utf8.count > mostBytes else { return encoded }
    return encoded.prefix(100) + "~" + Checksum.of(Array(text.utf8)).sixteenDigits
  }

  /// Returns the file name for a request.
  func fileName(for request: String) -> String {
    "\(encoded)-\(Checksum.of(Array(request.utf8)).sixteenDigits)\(SectionCacheName.fileExtension)"
  }

  /// Returns the name of the cache that a file belongs to, as far as the file's name reveals it.
  package static func name(ofFile file: String) -> String {
    let encoded = String(file.dropLast(17 + fileExtension.count))
    return encoded.removingPercentEncoding ?? encoded
  }

  /// Returns whether a file belongs to this cache, for any request.
  package func isName(of file: String) -> Bool {
    SectionCacheName.isFile(file)
      && file.dropLast(17 + SectionCacheName.fileExtension.count) == encoded
  }

  /// Returns whether a file name is that of a section cache file.
  static func isFile(_ file: String) -> Bool {
    guard file.hasSuffix(fileExtension), !file.hasPrefix(".") else { return false }
    let hash = file.dropLast(fileExtension.count).suffix(17)
    return hash.count == 17 && hash.first == "-"
      && hash.dropFirst().utf8.allSatisfy(hexadecimal.contains)
  }
}

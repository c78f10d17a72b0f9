/// What a file of the section cache holds: of which request, at which version of the store, which sections and keys.
package struct CachedSections: Sendable {
  private static let mark = Array("sectional cache\n".utf8)
  private static let format = 1
  private static let headCount = 48

  private let requestBytes: [UInt8]
  /// The store's version, encoded.
  let version: [UInt8]
  /// How somebody can ask for the same list again, in words of who asked; the cache only keeps it.
  package let origin: String
  /// The sections and keys.
  package let outline: Outline

  /// Reads a file.
  ///
  /// - Throws: ``SectionCacheMiss`` where it is damaged, or no such file.
  init(_ bytes: [UInt8]) throws(SectionCacheMiss) {
    guard bytes.starts(with: CachedSections.mark.prefix(bytes.count)) else {
      throw SectionCacheMiss(
        "the file is damaged, or no section cache: it begins with something else")
    }
    guard bytes.count >= CachedSections.headCount, bytes.word(at: 24) == bytes.count & 0xFFFF_FFFF
    else { throw SectionCacheMiss("the file is damaged: it has another length than it had") }
    guard Checksum.of(bytes, from: 24) == bytes.checksum else {
      throw SectionCacheMiss("the file is damaged: its checksum is another one")
    }
    guard bytes.word(at: 32) == CachedSections.format else {
      throw SectionCacheMiss("the file was written by another version of Sectional")
    }
    var place = CachedSections.headCount
    var parts: [Range<Int>] = []
    for part in 0..<3 {
      let end = place + bytes.word(at: 36 + 4 * part)
      guard end <= bytes.count else { throw SectionCacheMiss.nonsense }
      parts.append(place..<end)
      place = end
    }
    guard let outline = Outline(bytes, at: place) else { throw SectionCacheMiss.nonsense }
    requestBytes = Array(bytes[parts[0]])
    version = Array(bytes[parts[1]])
    origin = String(decoding: bytes[parts[2]], as: UTF8.self)
    self.outline = outline
  }

  /// The text that tells requests apart.
  package var request: String { String(decoding: requestBytes, as: UTF8.self) }

  /// Tells whether the file is for a request, byte for byte.
  func isFor(_ request: String) -> Bool { request.utf8.elementsEqual(requestBytes) }

  /// Returns the bytes of a file.
  static func file(
    request: String, version: [UInt8], origin: String, outline: [UInt8]
  ) -> [UInt8] {
    var bytes = mark
    let parts = [Array(request.utf8), version, Array(origin.utf8)]
    let count = headCount + parts.reduce(outline.count) { $0 + $1.count }
    bytes.reserveCapacity(count)
    bytes += [UInt8](repeating: 0, count: 8)
    for word in [count, 0, format] + parts.map(\.count) { bytes.append(word: word) }
    for part in parts { bytes += part }
    bytes += outline
    bytes.checksum = Checksum.of(bytes, from: 24)
    return bytes
  }
}

extension SectionCacheMiss {
  fileprivate static let nonsense = SectionCacheMiss("the file is damaged: its parts don't fit")
}

extension [UInt8] {
  /// The eight bytes behind the mark.
  fileprivate var checksum: UInt64 {
    get { UInt64(word(at: 16)) | UInt64(word(at: 20)) << 32 }
    set {
      for place in 0..<8 { self[16 + place] = UInt8(truncatingIfNeeded: newValue >> (8 * place)) }
    }
  }
}

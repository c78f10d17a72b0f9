/// The contents of a section cache file: the request it belongs to, the store's version, and the sections and keys.
///
/// A file begins with a magic number, a checksum of the head, and the lengths of the head's parts: the request, the
/// version, the cursor, the origin, and the outline's own head, which contains checksums of the rows. The rows follow.
package struct CachedSections: Sendable {
  private static let mark = Array("sectional cache\n".utf8)
  private static let format = 3
  /// The size up to which a head is written, and read into memory; that of ten million sections with short names is smaller.
  private static let mostHeadBytes = 1 << 28
  /// The number of bytes before the parts of the head.
  static let fixedCount = 48

  private let requestBytes: [UInt8]
  /// The store's version, encoded.
  let version: [UInt8]
  /// The change source's place when the file was written, encoded; empty if a later process can't use it.
  let cursor: [UInt8]
  /// A description of how to request the same list again, provided by the list's creator; the cache only stores it.
  package let origin: String
  /// The sections and keys, or the sections and counts.
  let contents: Contents

  /// What is kept of a list.
  enum Contents: Sendable {
    case outline(Outline)
    case counted(CountedOutline)
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - checksRows: Whether to verify the checksums of the rows, too.
  /// - Throws: ``SectionCacheError`` if the file is damaged or isn't a section cache.
  init(_ file: SectionCacheFile, checkingRows checksRows: Bool) throws(SectionCacheError) {
    let fixed = try file.bytes(in: 0..<min(CachedSections.fixedCount, file.size))
    guard fixed.starts(with: CachedSections.mark.prefix(fixed.count)) else {
      throw .damaged("its first bytes are wrong, or it isn't a section cache")
    }
    guard fixed.count == CachedSections.fixedCount else { throw .damaged("its end is missing") }
    guard fixed.word(at: 24) == CachedSections.format else {
      throw SectionCacheError("the file is damaged, or another version of Sectional wrote it")
    }
    let counts = (0..<5).map { fixed.word(at: 28 + 4 * $0) }
    let headCount = counts.reduce(CachedSections.fixedCount, +)
    guard headCount <= file.size else { throw .damaged("its end is missing") }
    guard headCount <= CachedSections.mostHeadBytes else { throw .damaged("its head is too long") }
    let head = try file.bytes(in: 0..<headCount)
    guard Checksum.of(head, 24..<headCount) == head.longWord(at: 16) else {
      throw .damaged("its checksum doesn't match")
    }
    var index = CachedSections.fixedCount
    let parts = counts.map { count in
      defer { index += count }
      return Array(head[index..<(index + count)])
    }
    let rows = SectionCacheRows(file: file, start: headCount)
    contents = try CachedSections.contents(parts[4], rows, checkingRows: checksRows)
    requestBytes = parts[0]
    version = parts[1]
    cursor = parts[2]
    origin = String(decoding: parts[3], as: UTF8.self)
  }

  private static func contents(
    _ head: [UInt8], _ rows: SectionCacheRows, checkingRows checksRows: Bool
  ) throws(SectionCacheError) -> Contents {
    if let counted = CountedOutline(head: head, blocks: rows) {
      guard !checksRows || counted.allBlocks != nil else {
        throw .damaged("the checksum of its blocks doesn't match")
      }
      return .counted(counted)
    }
    guard let outline = Outline(head: head, rows: rows) else {
      throw .damaged("its length has changed, or its parts don't fit together")
    }
    guard !checksRows || outline.leaves.allSatisfy(\.isIntact) else {
      throw .damaged("a checksum of its rows doesn't match")
    }
    return .outline(outline)
  }

  /// The number of rows.
  package var rowCount: Int {
    switch contents {
    case .outline(let outline): outline.count
    case .counted(let outline): outline.count
    }
  }

  /// The number of sections.
  package var sectionCount: Int {
    switch contents {
    case .outline(let outline): outline.sectionCount
    case .counted(let outline): outline.sectionCount
    }
  }

  /// The sections and keys, if these are kept.
  var outline: Outline? { if case .outline(let outline) = contents { outline } else { nil } }

  /// The sections and counts, if these are kept.
  var counted: CountedOutline? { if case .counted(let outline) = contents { outline } else { nil } }

  /// The text that distinguishes requests.
  package var request: String { String(decoding: requestBytes, as: UTF8.self) }

  /// Returns whether the file is for a request, which is compared byte for byte.
  func isFor(_ request: String) -> Bool { request.utf8.elementsEqual(requestBytes) }

  /// Returns the bytes of a file.
  ///
  /// - Throws: ``SectionCacheError`` if the outline's rows can no longer be read, or its sections take too many bytes.
  static func file(
    request: String, version: [UInt8], cursor: [UInt8], origin: String, contents: Contents
  ) throws(SectionCacheError) -> [UInt8] {
    let (outlineHead, allRows) =
      switch contents {
      case .outline(let outline): (outline.head, outline.allRows)
      case .counted(let outline): (outline.head, outline.allBlocks)
      }
    guard let rows = allRows else { throw .damaged("its rows can no longer be read") }
    let parts = [Array(request.utf8), version, cursor, Array(origin.utf8), outlineHead]
    guard parts.reduce(fixedCount, { $0 + $1.count }) <= mostHeadBytes else {
      throw SectionCacheError("the keys of the sections take too many bytes")
    }
    var summed: [UInt8] = []
    for word in [format] + parts.map(\.count) { summed.append(word: word) }
    for part in parts { summed += part }
    var bytes = mark
    bytes.reserveCapacity(24 + summed.count + rows.count)
    bytes.append(longWord: Checksum.of(summed))
    bytes += summed
    bytes += rows
    return bytes
  }
}

extension SectionCacheError {
  fileprivate static func damaged(_ how: String) -> SectionCacheError {
    SectionCacheError("the file is damaged: \(how)")
  }
}

import Foundation

/// The state of a list's section cache while the list is open: what the file holds, and when it is written next.
///
/// It reads the file and keeps time, but never asks the store: the list passes in what the store says.
struct SectionCacheSession<Version: StoreVersion, Cursor: Codable & Sendable> {
  /// What the file holds.
  struct Kept {
    let sections: CachedSections
    let version: Version
    /// The change source's place when the file was written, if a later process can use it.
    let cursor: Cursor?
  }

  let target: SectionCacheTarget
  /// The version for which the file holds the sections.
  private(set) var written: Version?
  /// Whether the list itself differs from what the file holds, rather than only its version.
  private(set) var isListNew = true
  /// The type of the change source, which alone understands the cursor.
  private let source: String
  /// The text of the request, and the layout it was made for.
  private var text: (layout: RowLayout, day: RelativeToday?, text: String)?
  private var schedule = CacheWriteSchedule()
  /// Whether the day ended since the last writing began.
  private var hasDayEnded = false
  /// Whether writing failed, so that it isn't tried again until the list is read again.
  private var hasGivenUp = false
  /// The number of consecutive searches that found no lasting version.
  private var fruitlessSearches = 0

  init(_ target: SectionCacheTarget, source: String) {
    self.target = target
    self.source = source
  }

  /// Reads the file that was kept for a query.
  ///
  /// - Throws: ``SectionCacheError`` if there is none, or it can't be used.
  mutating func kept(for query: RowQuery) throws(SectionCacheError) -> Kept {
    if case .unknown(let reason) = query.layout.dependence {
      throw SectionCacheError("the store can't tell when rows change: \(reason)")
    }
    let sections = try target.sections(of: text(of: query))
    guard let version: Version = decoded(sections.version) else {
      throw SectionCacheError("the file is damaged: its version is invalid")
    }
    let isOfForm =
      switch (query.request.extent.cacheForm, sections.contents) {
      case (.orderKeys, .outline(let outline)): outline.isFor(query.ordering)
      case (.counts, .counted): true
      case (.orderKeys, .counted), (.counts, .outline): false
      }
    guard isOfForm else {
      throw SectionCacheError("the file is damaged: its rows are of a different kind")
    }
    return Kept(sections: sections, version: version, cursor: decoded(sections.cursor))
  }

  /// Records that the file holds what the list shows.
  mutating func recordHit(at version: Version) {
    written = version
    isListNew = false
  }

  /// Records that the file doesn't hold what it claims to hold.
  mutating func recordMiss() { (written, isListNew) = (nil, true) }

  /// The text that distinguishes this list's requests from others.
  mutating func text(of query: RowQuery) -> String {
    let day = query.request.order.section?.derivation?.day
    if let text, text.layout == query.layout, text.day == day { return text.text }
    let request = CanonicalRequest(
      query, name: target.name.name, library: Version.library, source: source)
    text = (query.layout, day, request.text)
    return request.text
  }

  private func decoded<Value: Decodable>(_ bytes: [UInt8]) -> Value? {
    try? JSONDecoder().decode(Value.self, from: Data(bytes))
  }
}

extension SectionCacheSession {
  /// Records that the list was read, which took a while.
  mutating func recordLook(_ work: Duration, isListNew: Bool) {
    schedule.recordWork(work, at: .now)
    hasGivenUp = false
    if isListNew { self.isListNew = true }
  }

  /// Records that the file holds the sections of another day.
  mutating func recordDay() {
    written = nil
    (isListNew, hasDayEnded) = (true, true)
  }

  /// Returns whether the file doesn't hold the list at a version, and it is worth trying to write it.
  ///
  /// - Parameters:
  ///   - version: The version.
  ///   - grows: Whether the list can change at the same version, because its rows are being counted.
  /// - Returns: Whether it is.
  func isBehind(_ version: Version?, grows: Bool) -> Bool {
    guard target.isWritten, !hasGivenUp, fruitlessSearches < 3, let version else { return false }
    guard let written, !grows || !isListNew else { return true }
    return version != written && !version.isKnownSame(as: written)
  }

  /// How long to wait before the file is written; zero if it should be written now.
  var delay: Duration { schedule.delay(at: .now, isListNew: isListNew) }

  /// Records whether a search for a lasting version found one.
  mutating func recordSearch(found: Bool) {
    fruitlessSearches = found ? 0 : fruitlessSearches + 1
  }

  /// Records that nothing was written because the version doesn't last yet.
  mutating func postpone() { schedule.recordWriting(.milliseconds(20), at: .now) }

  /// Begins to write the list; what changes from now on is new.
  mutating func beginWriting() { (isListNew, hasDayEnded) = (false, false) }

  /// Records that the file was written at a version, or couldn't be.
  mutating func endWriting(at version: Version?, after duration: Duration) {
    schedule.recordWriting(duration, at: .now)
    hasGivenUp = version == nil
    if let version, !hasDayEnded { written = version } else { isListNew = true }
  }
}

extension Encodable {
  /// The value encoded as bytes, from which it can be decoded.
  func encodedForCache() throws(SectionCacheError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(self) else {
      throw SectionCacheError("the store's version can't be encoded")
    }
    return Array(data)
  }
}

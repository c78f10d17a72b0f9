import Sectional

/// What a list would show from its cache, compared with a fetch that doesn't use the cache.
struct CacheVerification {
  let report: SectionCacheReport?
  /// Whether both show the same, or `nil` if only the application that wrote the file can tell.
  let isSame: Bool?

  /// Opens the list both ways until both have read the same version of the store.
  static func of(_ file: CacheFile) async throws -> CacheVerification {
    if let damage = file.damage {
      return CacheVerification(report: SectionCacheReport(missedBecause: damage), isSame: true)
    }
    guard let options = try file.options() else {
      return CacheVerification(report: nil, isSame: nil)
    }
    let store = try options.store.open()
    for _ in 0..<10 {
      let kept = try await ListOwner().open(
        options.controller(over: store, keeping: false), .sections)
      let fresh = try await ListOwner().open(
        options.whole.controller(over: store), .contents)
      guard kept.version == fresh.version else { continue }
      return CacheVerification(
        report: kept.cache, isSame: kept.results.hasOutline(of: fresh.results))
    }
    throw StoreError(.busy, "the store is written to continuously; try again when it is quiet")
  }

  /// The result in words.
  var sentence: String {
    guard let report, let isSame else {
      return "only its application can check it"
    }
    let outcome = "\(report.words), \(report.reason)"
    guard report.outcome != .miss else {
      return "\(outcome); a list would ignore it and read the store"
    }
    return isSame
      ? "\(outcome); it equals a fetch"
      : "\(outcome); IT DIFFERS from a fetch; delete it and report how it was created"
  }
}

extension ResultsList<StoredRow> {
  /// Returns whether the sections and the keys of the rows are the same, as far as they are known.
  func hasOutline(of other: ResultsList<StoredRow>) -> Bool {
    // A list with a window keeps no keys, only counts, and may not have counted all rows.
    let isPart = counting?.isComplete == false
    guard count == other.count || isPart && count < other.count else { return false }
    return zip(self, other).enumerated().allSatisfy { index, pair in
      let (own, other) = pair
      let isCut = isPart && index == count - 1
      return own.key == other.key && own.name == other.name
        && own.indexTitle == other.indexTitle
        && (isCut ? own.count <= other.count : own.count == other.count)
        && (counting != nil || own.rows.keys == other.rows.keys)
    }
  }
}

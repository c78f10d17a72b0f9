import Sectional

/// What a cache would show, compared with a fetch that knows nothing of it.
struct CacheVerification {
  let report: SectionCacheReport?
  /// Whether both show the same; nothing where nobody can tell.
  let isSame: Bool?

  /// Opens the list in both ways, until both have read the same state of the store.
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
        options.withoutCache.controller(over: store), .contents)
      guard kept.version == fresh.version else { continue }
      return CacheVerification(
        report: kept.cache, isSame: kept.results.hasOutline(of: fresh.results))
    }
    throw StoreError(.busy, "the store is written all the time; try again when it is quiet")
  }

  /// The finding in words.
  var sentence: String {
    guard let report, let isSame else {
      return "only the application that wrote it can tell"
    }
    let outcome = "\(report.words), \(report.reason)"
    guard report.outcome != .miss else {
      return "\(outcome); a list would be read from the store, and nothing be shown of the file"
    }
    return isSame
      ? "\(outcome); it shows what a fetch does"
      : "\(outcome); IT SHOWS SOMETHING ELSE than a fetch does; delete it, and tell us how it was made"
  }
}

extension ResultsList<StoredRow> {
  /// Tells whether the sections and the keys of the rows are the same.
  func hasOutline(of other: ResultsList<StoredRow>) -> Bool {
    count == other.count
      && zip(self, other).allSatisfy { own, other in
        own.key == other.key && own.name == other.name && own.indexTitle == other.indexTitle
          && own.count == other.count && own.rows.keys == other.rows.keys
      }
  }
}

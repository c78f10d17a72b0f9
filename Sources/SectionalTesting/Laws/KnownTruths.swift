import Sectional

/// What the oracle read after each commit since a list was last known to be fresh, by the store's version at that time.
///
/// A store without versions has one truth for each commit as well; which one a list shows can then be told from its rows
/// alone.
struct KnownTruths {
  private var byVersion: [String: ListPicture] = [:]
  private(set) var newestVersion: String?
  /// The number of commits that had no version.
  private var unversioned = 0

  /// Whether the store tells its versions.
  var haveVersions: Bool { unversioned == 0 }

  /// What the store holds; `nil` before it was read.
  var newest: ListPicture? { newestVersion.flatMap { byVersion[$0] } }

  /// Notes what the store holds at a version.
  ///
  /// - Throws: ``LawViolation`` if it held something else at that version.
  mutating func note(_ truth: ListPicture, at version: String?) throws(LawViolation) {
    if version == nil {
      guard newestVersion == nil || !haveVersions else {
        throw LawViolation(.fresh, "the store can't tell its version anymore")
      }
      unversioned += 1
    }
    let version = version ?? "commit \(unversioned)"
    if let known = byVersion[version], known != truth {
      throw LawViolation(.fresh, "the store has one version, \(version), for different contents")
    }
    byVersion[version] = truth
    newestVersion = version
  }

  /// Returns what a list may show that has a version.
  ///
  /// - Parameters:
  ///   - version: The list's version.
  ///   - hasOthers: Whether the store has versions besides those of commits.
  /// - Returns: The most likely first: what the oracle read at the version or, if that can't be known, after any commit that
  ///   hasn't been awaited yet.
  /// - Throws: ``LawViolation`` if the store never had the version.
  func candidates(
    at version: String?, besidesCommits hasOthers: Bool
  ) throws(LawViolation) -> [ListPicture] {
    if let truth = version.flatMap({ byVersion[$0] }) { return [truth] }
    let mayBeAny = haveVersions ? version != nil && hasOthers : version == nil
    guard mayBeAny, let newest else {
      throw LawViolation(.fresh, "the list has a version the store never had: \(version ?? "none")")
    }
    return [newest] + byVersion.values.filter { $0 != newest }
  }

  /// Forgets what the store held before its newest version.
  mutating func forgetOlder() { byVersion = byVersion.filter { $0.key == newestVersion } }
}

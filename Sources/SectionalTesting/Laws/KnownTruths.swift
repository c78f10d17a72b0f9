import Sectional

/// What the oracle read after each commit since a list was last known to be fresh, by the store's version at that time.
///
/// A store without versions has one truth for each commit as well; which one a list shows can then be told from its rows
/// alone.
struct KnownTruths {
  /// Whether the store has versions.
  let haveVersions: Bool
  private var byVersion: [String: ListPicture] = [:]
  private(set) var newestVersion: String?
  private var commits = 0
  /// What the store held before a list was last known to be fresh.
  ///
  /// A list without versions can show these once more, if it then reads a commit that was undone since.
  private var earlier: [ListPicture] = []

  init(withVersions haveVersions: Bool) { self.haveVersions = haveVersions }

  /// What the store holds; `nil` before it was read.
  var newest: ListPicture? { newestVersion.flatMap { byVersion[$0] } }

  /// Notes what the store holds at a version.
  ///
  /// - Throws: ``LawViolation`` if it held something else at that version.
  mutating func note(_ truth: ListPicture, at version: String?) throws(LawViolation) {
    guard haveVersions == (version != nil) else {
      throw LawViolation(
        .fresh,
        haveVersions
          ? "the store can't tell its version" : "the store has a version, and is said to have none"
      )
    }
    commits += 1
    let version = version ?? "commit \(commits)"
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
    return [newest] + (byVersion.values + (haveVersions ? [] : earlier)).filter { $0 != newest }
  }

  /// Forgets what the store held before its newest version.
  mutating func forgetOlder() {
    guard byVersion.count > 1 else { return }
    earlier = byVersion.filter { $0.key != newestVersion }.map(\.value)
    byVersion = byVersion.filter { $0.key == newestVersion }
  }
}

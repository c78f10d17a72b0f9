/// The tags of the latest commits that touched a table.
struct CommitTags: Sendable {
  /// With more tagged commits than this, the oldest one counts as one without a tag.
  private static let most = 64

  private var tagged: [(commit: Int64, tag: WriteTag)] = []
  /// The newest commit without a tag.
  private var newestUntagged: Int64 = 0

  /// Notes that a commit, which is the newest one, touched the table.
  mutating func note(_ tag: WriteTag?, at commit: Int64) {
    guard let tag else {
      newestUntagged = commit
      tagged = []
      return
    }
    guard tagged.last?.commit != commit else { return }
    tagged.append((commit, tag))
    if tagged.count > CommitTags.most { newestUntagged = tagged.removeFirst().commit }
  }

  /// Returns the tags of the commits after a commit.
  func commonTag(since commit: Int64) -> CommonTag {
    guard newestUntagged <= commit else { return .mixed }
    return tagged.reversed().prefix { $0.commit > commit }
      .reduce(.empty) { $0.joined(with: .only($1.tag)) }
  }
}

public import Sectional

/// A store under test, with a writer and an oracle that share nothing with it.
///
/// To test a backend, conform to this protocol and run many histories with a ``LawSuite``. The backend passes if none
/// of them throws. The subject creates the table `item` as the plan's ``TableShape`` declares it.
public protocol LawSubject: Sendable {
  /// Creates a list over the store.
  func makeController(
    _ request: ResultsRequest<StoredRow>, sectionBy section: SectionKey<StoredRow>?
  ) -> sending ResultsController<StoredRow>

  /// Performs a transaction, or rolls it back if the history says so.
  func apply(_ transaction: ScriptedTransaction) async throws

  /// Returns the true rows: what the oracle reads, in the order of the plan.
  func truth(_ plan: HistoryPlan) async throws -> [[OracleValue]]

  /// Returns the store's version as text, read from the store at this moment, or `nil` if it has no versions.
  func version() async throws -> String?

  /// Whether the store has versions.
  var hasVersions: Bool { get }

  /// Whether the store's version changes while the table doesn't, because of a transaction in progress or writes to
  /// other tables.
  var hasVersionsBetweenCommits: Bool { get }

  /// Whether a list is notified of every commit, even one that changes nothing it reads. Otherwise, the list only holds
  /// such a commit's version after it is asked to look.
  var hearsOfEveryCommit: Bool { get }

  /// Returns whether the store knows which rows a transaction has changed and what they were, so that a list need not read
  /// everything because of it.
  func knowsOldRows(after transaction: ScriptedTransaction) -> Bool

  /// Whether reads can fail for reasons of the subject's own, so that a list may have reported errors in between.
  var expectsErrors: Bool { get }

  /// Signals that something may have changed, the way that writers outside the library do.
  func ring()
}

extension LawSubject {
  /// `true`: the store has versions.
  public var hasVersions: Bool { true }

  /// `false`: every version is a commit.
  public var hasVersionsBetweenCommits: Bool { false }

  /// `true`: a list is notified of every commit.
  public var hearsOfEveryCommit: Bool { true }

  /// `false`: a list may read everything after a commit.
  public func knowsOldRows(after transaction: ScriptedTransaction) -> Bool { false }

  /// `false`: an error is a violation.
  public var expectsErrors: Bool { false }

  /// Returns the version that a new read transaction of a store sees.
  public func version(of store: some ResultsStore) async throws -> String? {
    try await store.read { reader in try await reader.version()?.description }
  }
}

public import Sectional

/// A store under test, with a writer and an oracle that share nothing with it.
///
/// A backend conforms to it, hands itself to a ``LawSuite`` with many histories, and is done when
/// none throws. The table `item` is the subject's to make, as the plan's ``TableShape`` declares
/// it.
public protocol LawSubject: Sendable {
  /// Makes a list over the store.
  func makeController(
    _ request: ResultsRequest<StoredRow>, sectionBy section: SectionKey<StoredRow>?
  ) -> sending ResultsController<StoredRow>

  /// Does a transaction, or takes it back where the history says so.
  func apply(_ transaction: ScriptedTransaction) async throws

  /// Returns the truth: what the oracle reads, in the order of the plan.
  func truth(_ plan: HistoryPlan) async throws -> [[OracleValue]]

  /// Returns the store's version as text, read from the store at this moment.
  func version() async throws -> String?

  /// Whether the store's version moves while nothing of the table changes: with a transaction that is under way, or with
  /// the writes of others.
  var hasVersionsBetweenCommits: Bool { get }

  /// Whether a list hears of every commit, also of one that changes nothing it reads; else such a commit's version is only
  /// held when the list is asked to look.
  var hearsOfEveryCommit: Bool { get }

  /// Says that something may have changed, in the way that writers outside the library say it.
  func ring()
}

extension LawSubject {
  /// A commit and a version are one.
  public var hasVersionsBetweenCommits: Bool { false }

  /// It does.
  public var hearsOfEveryCommit: Bool { true }

  /// Returns a store's version as the store's own change source tells it.
  public func version<Source: ResultsStore>(of store: Source) async throws -> String? {
    let source = store.changeSource()
    return try await store.read { reader in try await source.version(reader)?.description }
  }
}

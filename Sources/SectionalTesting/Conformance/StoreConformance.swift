/// Checks whether a store and a change source keep the rules that lists rely on, one rule at a time.
///
/// Each check uses a new subject. A fault of the source or of the version can make other checks fail, too; where a list that is
/// fetched anew is right, they say so. Stores and sources that pass should also follow long histories: see ``LawSuite``.
///
/// ```swift
/// let failures = await StoreConformance { try await Subject() }.failures()
/// ```
public struct StoreConformance<Subject: ConformanceSubject>: Sendable {
  /// How long to wait for what must happen.
  let bound: Duration
  /// How long to watch that something doesn't happen.
  let watch: Duration
  let makeSubject: @Sendable () async throws -> Subject

  /// Prepares the checks.
  ///
  /// - Parameters:
  ///   - bound: How long a source may take to notice a commit.
  ///   - makeSubject: Creates a store with an empty table.
  public init(
    bound: Duration = .seconds(10), _ makeSubject: @escaping @Sendable () async throws -> Subject
  ) {
    self.bound = bound
    watch = min(bound, .milliseconds(300))
    self.makeSubject = makeSubject
  }

  /// Checks every rule, and returns the failures.
  public func failures() async -> [ConformanceFailure] {
    var failures: [ConformanceFailure] = []
    for rule in ConformanceRule.allCases {
      do throws(ConformanceFailure) { try await check(rule) } catch {
        if !failures.contains(where: { $0.rule == error.rule }) { failures.append(error) }
      }
    }
    return failures
  }

  /// Checks one rule.
  ///
  /// A check that takes more than twelve times `bound`, but at least two minutes, is a failure; what it does goes on.
  ///
  /// - Throws: ``ConformanceFailure`` if the rule is broken, or something fails that shouldn't.
  public func check(_ rule: ConformanceRule) async throws(ConformanceFailure) {
    let limit = max(bound * 12, .seconds(120))
    let result = await TimeLimit.first(within: limit) { await self.result(of: rule) }
    guard let result else {
      throw ConformanceFailure(rule: rule, difference: "the check still runs after \(limit)")
    }
    try result.get()
  }

  private func result(of rule: ConformanceRule) async -> Result<Void, ConformanceFailure> {
    do {
      try await run(rule, try await makeSubject())
      return .success(())
    } catch let failure as ConformanceFailure {
      return .failure(failure)
    } catch {
      return .failure(ConformanceFailure(rule: rule, difference: "an unexpected error: \(error)"))
    }
  }

  private func run(_ rule: ConformanceRule, _ subject: Subject) async throws {
    switch rule {
    case .ringsAtTheStart: try await checkRingsAtTheStart(subject)
    case .ringsAfterCommits: try await checkRingsAfterCommits(subject)
    case .hidesRolledBackRows: try await checkRollback(subject)
    case .namesRowsOfSavepoints: try await checkSavepoints(subject)
    case .namesChangedRows: try await checkNames(subject)
    case .namesOldRows: try await checkOldRows(subject)
    case .namesBothKeys: try await checkKeys(subject)
    case .changesItsVersion: try await checkVersions(subject)
    case .catchesUp: try await checkCatchingUp(subject)
    case .reportsErrors: try await checkErrors(subject)
    case .recoversFromErrors: try await checkRecovery(subject)
    case .endsWhenCancelled: try await checkCancellation(subject)
    case .keepsItsPlace: try await checkPlaces(subject)
    case .readsConditions: try await checkConditions(subject)
    case .readsManyRows: try await checkManyRows(subject)
    case .readsPages: try await checkPages(subject)
    case .readsBatches: try await checkBatches(subject)
    case .readsWindows: try await checkWindows(subject)
    }
  }
}

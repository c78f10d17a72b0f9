import Sectional
import SectionalTesting
import Testing

/// The suites detect stores that break the laws.
struct LawSuiteTests {
  /// A subject with wrong true rows or wrong writes.
  private struct AlteredSubject: LawSubject {
    let base: MemoryLawSubject
    var alteredTruth: @Sendable ([[OracleValue]]) -> [[OracleValue]] = { $0 }
    var alteredWrite: @Sendable (ScriptedTransaction) -> ScriptedTransaction = { $0 }

    func makeController(
      _ request: ResultsRequest<StoredRow>, sectionBy section: SectionKey<StoredRow>?
    ) -> sending ResultsController<StoredRow> {
      base.makeController(request, sectionBy: section)
    }

    func apply(_ transaction: ScriptedTransaction) async throws {
      try await base.apply(alteredWrite(transaction))
    }

    func truth(_ plan: HistoryPlan) async throws -> [[OracleValue]] {
      alteredTruth(try await base.truth(plan))
    }

    var knowsVersions = true

    func version() async throws -> String? { knowsVersions ? try await base.version() : nil }

    func ring() {}
  }

  private let plan = HistoryPlan(.integerKey, seed: 3)

  private func violation(
    of subject: some LawSubject, within bound: Duration = .milliseconds(300)
  ) async -> LawViolation? {
    await #expect(throws: LawViolation.self) {
      try await LawSuite(subject, plan: plan, bound: bound).run(
        ListHistory(plan).prefix(100))
    }
  }

  private func subject(
    _ change: @escaping @Sendable (inout AlteredSource) -> Void
  ) async throws -> MemoryLawSubject {
    try await MemoryLawSubject(.integerKey) { store in
      var source = AlteredSource(base: store.changeSource())
      change(&source)
      return source
    }
  }

  @Test
  func `a source that never rings is detected`() async throws {
    let violation = await violation(of: try await subject { $0.rings = false })
    #expect(violation?.law == .fresh)
    #expect(violation?.difference.contains("late") == true)
  }

  // A list with a window may not hold the rows in which two commits differ; without versions, nobody knows which it has seen.
  @Test(
    arguments: HistoryPlan.series(
      100..<120, of: [.integerKey, .textKey],
      showing: [.all] + HistoryExtent.slices + HistoryExtent.tails + HistoryExtent.batches))
  func `a list over a store without versions is fresh and reports exactly what changed`(
    plan: HistoryPlan
  ) async throws {
    try await LawSuite(VersionlessSubject(plan.shape), plan: plan).run(ListHistory(plan).prefix(30))
  }

  @Test
  func `a store without versions that loses a commit is detected`() async throws {
    let violation = await violation(
      of: try await VersionlessSubject(.integerKey) { $0.script.contains("INSERT") })
    #expect(violation?.law == .fresh)
  }

  @Test
  func `a subject that does not tell its store's version is detected`() async throws {
    let violation = await violation(
      of: AlteredSubject(base: try await MemoryLawSubject(.integerKey), knowsVersions: false))
    #expect(violation?.law == .fresh)
  }

  @Test
  func `a source that forgets a changed key is detected`() async throws {
    let violation = await violation(
      of: try await subject { source in
        source.answer = { answer in
          guard let keys = answer.keys else { return answer }
          return .keys(Set(keys.dropFirst()), in: "item")
        }
      })
    #expect(violation?.law == .fresh)
    #expect(violation?.occasion?.contains("integerKey 3") == true)
  }

  @Test
  func `a store that fails permanently is detected with its error`() async throws {
    // The error itself must have arrived, even if other tests are using the processors.
    let violation = await violation(
      of: try await subject { source in
        source.answer = { _ in throw StoreError(.damaged, "the test broke it") }
      }, within: .seconds(10))
    #expect(violation?.difference.contains("the test broke it") == true)
  }

  @Test
  func `rows that the oracle does not have are detected`() async throws {
    let base = try await MemoryLawSubject(.integerKey)
    let violation = await violation(
      of: AlteredSubject(base: base, alteredTruth: { Array($0.dropLast()) }))
    #expect(violation?.law == .fresh)
  }

  @Test
  func `an order other than the oracle's is detected`() async throws {
    let base = try await MemoryLawSubject(.integerKey)
    let plan = HistoryPlan(
      .integerKey, seed: 3, order: ListOrder(sections: .none, sort: .ascending))
    let subject = AlteredSubject(base: base, alteredTruth: { $0.reversed() })
    let violation = await #expect(throws: LawViolation.self) {
      try await LawSuite(subject, plan: plan).run(ListHistory(plan).prefix(100))
    }
    #expect(violation?.law == .fresh)
  }

  @Test
  func `two stores that behave differently are detected`() async throws {
    let second = AlteredSubject(
      base: try await MemoryLawSubject(.integerKey),
      alteredWrite: { transaction in
        ScriptedTransaction(Array(transaction.statements.prefix(1)), isRolledBack: false)
      })
    let violation = await #expect(throws: LawViolation.self) {
      let first = try await MemoryLawSubject(.integerKey)
      try await ParitySuite(first, second, plan: plan).run(ListHistory(plan).prefix(100))
    }
    #expect(violation?.law == .parity)
  }
}

import Sectional

extension StoreConformance {
  private static var items: TableRegion { TableRegion(allColumnsOf: ["item"]) }

  /// Returns what a new read transaction answers: the version, and what changed since a cursor.
  private func look(
    _ subject: Subject, since cursor: Subject.Source.Cursor? = nil,
    meanwhile work: () async throws -> Void = {}
  ) async throws -> (version: Subject.Store.Version?, changes: StoreChanges<Subject.Source.Cursor>)
  {
    let request = try ResultsRequest<ConformanceItem>().rowRequest(sectionBy: nil)
    return try await subject.store.read { reader in
      try await reader.prepare(for: [request])
      let version = try await reader.version()
      let layout = try await reader.layout(of: request)
      try await work()
      return (version, try await subject.source.changes(in: layout.region, since: cursor, reader))
    }
  }

  func checkRingsAtTheStart(_ subject: Subject) async throws {
    try await subject.perform(ItemTransaction(.numbered(1)))
    let bell = CountingBell()
    let task = bell.run(subject.source, Self.items)
    defer { task.cancel() }
    guard try await bell.rings(more: 0, within: bound) else {
      throw ConformanceFailure(
        rule: .ringsAtTheStart, difference: "the source started and didn't ring within \(bound)")
    }
  }

  func checkRingsAfterCommits(_ subject: Subject) async throws {
    let bell = CountingBell()
    let task = bell.run(subject.source, Self.items)
    defer { task.cancel() }
    // Whether it rings at its start is another rule.
    try await bell.settle(for: watch, within: bound)
    for number in 1...4 {
      let (count, transaction) = (bell.count, ItemTransaction(.numbered(Int64(number))))
      if number % 2 == 0 {
        try await subject.performMeanwhile(transaction)
      } else {
        try await subject.perform(transaction)
      }
      guard try await bell.rings(more: count, within: bound) else {
        throw ConformanceFailure(
          rule: .ringsAfterCommits,
          difference: "the source didn't ring within \(bound) after the commit \(number)")
      }
      try await bell.settle(for: watch, within: bound)
    }
  }

  func checkCancellation(_ subject: Subject) async throws {
    let bell = CountingBell()
    let task = bell.run(subject.source, Self.items)
    // Whether it rings at its start is another rule.
    _ = try await bell.rings(more: 0, within: watch)
    task.cancel()
    guard try await bell.ends(within: bound) else {
      throw ConformanceFailure(
        rule: .endsWhenCancelled,
        difference: "the source still runs \(bound) after it was cancelled")
    }
    let count = bell.count
    try await subject.perform(ItemTransaction(.numbered(1)))
    guard try await !bell.rings(more: count, within: watch) else {
      throw ConformanceFailure(
        rule: .endsWhenCancelled, difference: "the source rings after it was cancelled")
    }
  }

  func checkVersions(_ subject: Subject) async throws {
    var versions: [Subject.Store.Version] = []
    let writes: [ItemWrite] = [
      .numbered(1), .numbered(2), .put(ConformanceItem(id: 1, name: "other")), .delete(id: 2),
      .update(id: 1, to: ConformanceItem(id: 2, name: "other")),
      .put(ConformanceItem(id: 2, name: "third", team: "even")),
    ]
    for write in writes {
      try await subject.perform(ItemTransaction(write))
      let (first, second) = (try await look(subject).version, try await look(subject).version)
      // A store need not know its versions.
      guard let first, let second else { return }
      guard !versions.contains(first), !versions.contains(second) else {
        throw ConformanceFailure(
          rule: .changesItsVersion, difference: "the version after \(write) is an earlier one")
      }
      versions.append(first)
    }
  }

  func checkCatchingUp(_ subject: Subject) async throws {
    try await subject.perform(ItemTransaction(.numbered(1)))
    let bell = CountingBell()
    let task = bell.run(subject.source, Self.items)
    _ = try await bell.rings(more: 0, within: watch)
    let start = try await look(subject).changes.cursor
    task.cancel()
    _ = try await bell.ends(within: watch)
    try await subject.perform(ItemTransaction(.numbered(2)))
    try await subject.perform(ItemTransaction(.numbered(3), .delete(id: 1)))
    guard let start else { return }
    try await expect([1, 2, 3], of: subject, since: start, .catchesUp)
  }

  func checkPlaces(_ subject: Subject) async throws {
    // A source may have no cursor as long as its record is empty.
    try await subject.perform(ItemTransaction(.numbered(9)))
    let start = try await look(subject).changes.cursor
    guard let start else { return }
    try await subject.perform(ItemTransaction(.numbered(1)))
    let (_, changes) = try await look(subject, since: start) {
      try await subject.performMeanwhile(ItemTransaction(.numbered(2)))
    }
    guard let next = changes.cursor else { return }
    try await subject.perform(ItemTransaction(.numbered(3)))
    try await expect([2, 3], of: subject, since: next, .keepsItsPlace)
  }

  /// Checks that the rows with some ids are among those that changed since a cursor.
  private func expect(
    _ ids: [Int64], of subject: Subject, since cursor: Subject.Source.Cursor,
    _ rule: ConformanceRule
  ) async throws {
    guard let keys = try await look(subject, since: cursor).changes.rows.keys else { return }
    let missing = ids.filter { id in
      !keys.contains(RowKey([.integer(id)])) && !keys.contains(RowKey(rowID: id))
    }
    guard missing.isEmpty else {
      throw ConformanceFailure(
        rule: rule, difference: "the source doesn't say that the rows \(missing) changed")
    }
  }
}

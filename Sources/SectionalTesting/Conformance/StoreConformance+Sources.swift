import Sectional

extension StoreConformance {
  /// Returns what lists of the subject's rows listen to.
  private func region(_ subject: Subject) async throws -> TableRegion {
    let request = try ResultsRequest<ConformanceItem>().rowRequest(sectionBy: nil)
    return try await subject.store.read { reader in
      try await reader.prepare(for: [request])
      return try await reader.layout(of: request).region
    }
  }

  /// Returns what a new read transaction answers: the version, and what changed since a cursor.
  func look(
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
    let task = bell.run(subject.source, try await region(subject))
    defer { task.cancel() }
    guard try await bell.rings(more: 0, within: bound) else {
      throw ConformanceFailure(
        rule: .ringsAtTheStart,
        difference: "the source started and didn't ring within \(bound)\(bell.problem)")
    }
  }

  func checkRingsAfterCommits(_ subject: Subject) async throws {
    let bell = CountingBell()
    // A list looks once it hears a ring, so the commit must be there then.
    let newest = Locked<Int64>(0)
    let task = bell.run(subject.source, try await region(subject)) {
      Task {
        let ids = try await subject.store.read {
          try await $0.fetch(ResultsRequest<ConformanceItem>()).map(\.id)
        }
        newest.withLock { $0 = max($0, ids.max() ?? 0) }
      }
    }
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
          difference:
            "the source didn't ring within \(bound) after the commit \(number)\(bell.problem)")
      }
      let end = ContinuousClock.now + bound
      while newest.withLock({ $0 < number }) {
        guard ContinuousClock.now < end else {
          throw ConformanceFailure(
            rule: .ringsAfterCommits,
            difference:
              "what was read after the source rang doesn't have the row of the commit \(number)")
        }
        try await Task.sleep(for: .milliseconds(5))
      }
      try await bell.settle(for: watch, within: bound)
    }
  }

  func checkCancellation(_ subject: Subject) async throws {
    let bell = CountingBell()
    let task = bell.run(subject.source, try await region(subject))
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
    var isEqualToItself = false
    let writes: [ItemWrite] = [
      .numbered(1), .numbered(2), .put(ConformanceItem(id: 1, name: "other")), .delete(id: 2),
      .update(id: 1, to: ConformanceItem(id: 2, name: "other")),
      .put(ConformanceItem(id: 2, name: "third", team: "even")),
      .put(ConformanceItem(id: 2, name: "third", team: "odd")),
      .put(ConformanceItem(id: 2, name: "third")),
    ]
    for (number, write) in writes.enumerated() {
      if number % 3 == 2 {
        try await subject.performMeanwhile(ItemTransaction(write))
      } else {
        try await subject.perform(ItemTransaction(write))
      }
      let (first, second) = (try await look(subject).version, try await look(subject).version)
      // A store need not know its versions.
      guard let first, let second else { continue }
      isEqualToItself = isEqualToItself || first == second
      guard !versions.contains(first), !versions.contains(second) else {
        throw ConformanceFailure(
          rule: .changesItsVersion, difference: "the version after \(write) is an earlier one")
      }
      versions.append(first)
    }
    try await checkOvertakenVersion(subject)
    guard !versions.isEmpty, !isEqualToItself else { return }
    try await checkQuietVersion(subject)
  }

  /// Checks that a store to which nobody writes has one version at times, although other writers may change it.
  private func checkQuietVersion(_ subject: Subject) async throws {
    let end = ContinuousClock.now + bound
    while let version = try await look(subject).version,
      try await look(subject).version != version
    {
      guard ContinuousClock.now < end else {
        throw ConformanceFailure(
          rule: .changesItsVersion,
          difference: "the store has another version each time, although nobody writes")
      }
    }
  }

  /// Checks that a transaction that was overtaken by a commit doesn't have the version of that commit without its rows.
  private func checkOvertakenVersion(_ subject: Subject) async throws {
    let request = try ResultsRequest<ConformanceItem>().rowRequest(sectionBy: nil)
    func read(
      meanwhile work: () async throws -> Void
    ) async throws -> (version: Subject.Store.Version?, items: Set<ConformanceItem>) {
      try await subject.store.read { reader in
        try await reader.prepare(for: [request])
        _ = try await reader.fetch(ResultsRequest<ConformanceItem>())
        try await work()
        let version = try await reader.version()
        return (version, Set(try await reader.fetch(ResultsRequest<ConformanceItem>())))
      }
    }
    let overtaken = try await read {
      try await subject.performMeanwhile(ItemTransaction(.numbered(7)))
    }
    let later = try await read {}
    guard overtaken.version == later.version, overtaken.items != later.items else { return }
    throw ConformanceFailure(
      rule: .changesItsVersion,
      difference: "a transaction has the version of a commit that it doesn't read")
  }

  func checkCatchingUp(_ subject: Subject) async throws {
    try await subject.perform(ItemTransaction(.numbered(1)))
    let bell = CountingBell()
    let task = bell.run(subject.source, try await region(subject))
    _ = try await bell.rings(more: 0, within: watch)
    let start = try await look(subject).changes.cursor
    task.cancel()
    _ = try await bell.ends(within: watch)
    try await subject.perform(ItemTransaction(.numbered(2)))
    try await subject.perform(ItemTransaction(.numbered(3), .delete(id: 1)))
    guard let start else { return }
    try await expect([1, 2, 3], of: subject, since: start, .catchesUp)
  }

  func checkNames(_ subject: Subject) async throws {
    // A source may have no cursor as long as its record is empty.
    try await subject.perform(ItemTransaction(.numbered(9)))
    let start = try await look(subject).changes.cursor
    guard let start else { return }
    var cursor = start
    let steps: [(ItemTransaction, [Int64])] = [
      (ItemTransaction(.numbered(1), .numbered(2), .numbered(3)), [1, 2, 3]),
      (ItemTransaction(.put(ConformanceItem(id: 1, name: "other"))), [1]),
      (ItemTransaction(.put(ConformanceItem(id: 1, name: "other", team: "odd"))), [1]),
      (ItemTransaction(.delete(id: 2)), [2]),
      (
        ItemTransaction(.numbered(4), .put(ConformanceItem(id: 3, name: "third")), .delete(id: 1)),
        [1, 3, 4]
      ),
    ]
    for (transaction, ids) in steps {
      try await subject.perform(transaction)
      let next = try await expect(ids, of: subject, since: cursor, .namesChangedRows)
      // Another list asks the same.
      try await expect(ids, of: subject, since: cursor, .namesChangedRows)
      guard let next else { return }
      cursor = next
    }
    // The others came and went since.
    try await expect([3, 4], of: subject, since: start, .namesChangedRows)
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
  ///
  /// - Returns: The next cursor.
  @discardableResult private func expect(
    _ ids: [Int64], of subject: Subject, since cursor: Subject.Source.Cursor,
    _ rule: ConformanceRule
  ) async throws -> Subject.Source.Cursor? {
    let changes = try await look(subject, since: cursor).changes
    guard let keys = changes.rows.keys else { return changes.cursor }
    let missing = ids.filter { id in
      !keys.contains(RowKey([.integer(id)])) && !keys.contains(RowKey(rowID: id))
    }
    guard missing.isEmpty else {
      throw ConformanceFailure(
        rule: rule, difference: "the source doesn't say that the rows \(missing) changed")
    }
    return changes.cursor
  }
}

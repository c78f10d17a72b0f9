extension Benchmark {
  /// The work without Sectional: reading everything again and finding the differences.
  static let refetchAndDiff = Benchmark("refetch-and-diff") { session, rows in
    let path = try session.files.path(rows: rows, index: .covering)
    var measurement = try await session.files.folder.withCopy(of: path) { copy in
      let database = try PlainDatabase(path: copy)
      let write = try database.prepare(
        "UPDATE item SET score = score + 1, name = name || ? WHERE id = ?")
      var (times, shown) = (Sample(), try GroupedItems(database))
      var generator = Generator(seed: 7)
      let plan = session.rounds(.reading(rows))
      try await plan.run { round in
        try write.bind(Int64(round), at: 1)
        try write.bind(Int64(generator.below(rows) + 1), at: 2)
        try write.run()
        let start = ContinuousClock.now
        let next = try GroupedItems(database)
        let changes = next.changes(since: shown)
        times.add(start.duration(to: .now))
        guard changes == 1 else { throw BenchmarkError("one row changed, \(changes) were found") }
        shown = next
      }
      return Measurement("refetch-and-diff", rows: rows, times)
    }
    guard session.purpose == .figures else { return [measurement] }
    let followed = try await session.median(of: "change-one", in: .changeOne, rows: rows)
    measurement.compare(with: "change-one", followed)
    return [measurement]
  }
}

/// Items in teams, as handwritten code groups and compares them.
private struct GroupedItems {
  private let sections: [(team: String, items: [Item])]

  /// Reads all items.
  init(_ database: PlainDatabase) throws(BenchmarkError) {
    let query = try database.prepare(Item.orderedQuery)
    var items: [Item] = []
    while try query.step() { items.append(query.item()) }
    var sections: [(team: String, items: [Item])] = []
    var start = 0
    for place in items.indices
    where place + 1 == items.count || items[place].team != items[place + 1].team {
      sections.append((items[place].team, Array(items[start...place])))
      start = place + 1
    }
    self.sections = sections
  }

  /// Counts the items that were deleted, inserted, changed or moved.
  func changes(since old: GroupedItems) -> Int {
    var places: [Int64: Item] = [:]
    places.reserveCapacity(old.sections.reduce(0) { $0 + $1.items.count })
    for section in old.sections { for item in section.items { places[item.id] = item } }
    var changes = 0
    for section in sections {
      for item in section.items where places.removeValue(forKey: item.id) != item { changes += 1 }
    }
    let teams = Set(old.sections.map(\.team))
    return changes + places.count
      + teams.symmetricDifference(sections.map(\.team)).count
  }
}

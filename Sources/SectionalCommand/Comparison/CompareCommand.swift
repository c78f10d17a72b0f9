import Sectional

/// `sectional compare`: shows where two stores make different lists from the same request.
struct CompareCommand {
  let options: CompareOptions

  /// Runs the comparison.
  ///
  /// - Returns: The exit status: 0 if everything is the same, 3 if anything differs.
  func run() async throws -> Int32 {
    if let seed = options.seed { try await load(seed) }
    let orders = try await compare(try options.first.open(), try options.second.open())
    if options.isJSON {
      ComparisonDocument(options: options, orders: orders).write()
    } else {
      let style = TerminalStyle.current()
      let text = ComparisonText(options: options, orders: orders, style: style).text
      Pager.show(text, style: style, otherwise: StandardOutput.write)
    }
    return orders.allSatisfy(\.comparison.isEqual) ? 0 : 3
  }

  private func compare(
    _ first: some ListedStore, _ second: some ListedStore
  ) async throws -> [ComparedOrder] {
    let left = try await results(of: first, at: options.first)
    let right = try await results(of: second, at: options.second)
    try checkKeys(left, right)
    ProgressLine.show("comparing \(options.first.text) with \(options.second.text)")
    var orders = [
      ComparedOrder(
        name: "sectional", title: "Sectional's order",
        comparison: ListComparison(ComparedList(left), ComparedList(right)))
    ]
    guard options.isNative else { return orders }
    let (request, section) = (options.request, options.section?.key)
    let leftRows = try await first.rowsInStoreOrder(of: request, sectionBy: section)
    let rightRows = try await second.rowsInStoreOrder(of: request, sectionBy: section)
    orders.append(
      ComparedOrder(
        name: "native", title: "Each store's own order",
        comparison: ListComparison(
          ComparedList(leftRows, like: left), ComparedList(rightRows, like: right))))
    return orders
  }

  private func results(
    of store: some ListedStore, at address: StoreAddress
  ) async throws -> ResultsList<StoredRow> {
    ProgressLine.show("reading \(address.text)")
    let (request, section) = (options.request, options.section?.key)
    let makeController = { @Sendable in
      ResultsController(
        fetchRequest: request, store: store, sectionBy: section, tracksChanges: false)
    }
    do {
      return try await ListOwner().open(makeController, .contents).results
    } catch let error as StoreError {
      throw error.inStore(address)
    }
  }

  /// Throws unless both lists have the same key, without which rows can't be matched between the stores.
  private func checkKeys(
    _ left: ResultsList<StoredRow>, _ right: ResultsList<StoredRow>
  ) throws(StoreError) {
    let names = (left.keyColumns.map { $0.lowercased() }, right.keyColumns.map { $0.lowercased() })
    guard Set(names.0) == Set(names.1) else {
      func text(_ keys: [String]) -> String {
        keys.isEmpty ? "the rowid" : keys.joined(separator: ", ")
      }
      throw StoreError(
        .noKey,
        "the rows' key is \(text(left.keyColumns)) in one store and \(text(right.keyColumns)) in the "
          + "other; name columns that identify a row in both", part: .keyColumns)
    }
  }

  /// Loads a file into both stores, or into neither.
  private func load(_ path: String) async throws {
    let table = try SeedTable(
      named: options.table ?? "", from: path, keyColumns: options.keyColumns)
    try table.check(
      options.request, sectionBy: options.section?.key, isNative: options.isNative)
    let stores =
      options.first.isSame(as: options.second) ? [options.first] : [options.first, options.second]
    var loaded: [StoreAddress] = []
    for store in stores {
      do {
        try await load(table, into: store)
        loaded.append(store)
      } catch {
        for store in loaded { try? await store.remove(table) }
        throw error
      }
    }
  }

  private func load(_ table: SeedTable, into store: StoreAddress) async throws {
    let total = CountText.text(table.rows.count, "row")
    ProgressLine.show("loading \(total) into \(store.text)")
    do {
      try await store.load(table) { count in
        ProgressLine.show("loading \(CountText.grouped(count)) of \(total) into \(store.text)")
      }
    } catch let error as StoreError {
      let isThere = await store.hasTable(table.name)
      let problem =
        isThere
        ? "it already has a table \(quoted(table.name)); drop it, or leave out --seed-from"
        : error.message
      throw StoreError(
        error.code, "nothing was loaded into \(store.text): \(problem)", cause: error)
    }
  }
}

extension StoreError {
  /// Returns the error with the store's address, unless the message contains it.
  fileprivate func inStore(_ address: StoreAddress) -> StoreError {
    guard !message.contains(address.text) else { return self }
    return StoreError(code, "\(message) (in \(address.text))", part: part, cause: cause)
  }
}

/// A comparison in one of the orders.
struct ComparedOrder {
  /// The order's name in JSON.
  let name: String
  /// The order in words.
  let title: String
  let comparison: ListComparison
}

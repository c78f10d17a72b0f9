/// The doorbells of all the listeners to a store in this process.
public final class DoorbellRegistry: Sendable {
  fileprivate struct State {
    var nextNumber = 0
    var doorbells: [Int: Doorbell] = [:]
    /// The doorbells that any change may matter to.
    var curious: Set<Int> = []
    /// The other doorbells, by the tables that matter to them.
    var readers: [String: Set<Int>] = [:]
  }

  // State: guarded by its lock. Doorbells are rung after the lock is released, because they may call anything.
  private let state = Locked(State())

  /// Creates a registry without listeners.
  public init() {}

  /// The tables that matter to any listener, or `nil` if any change may matter to one of them.
  public var tables: Set<String>? {
    state.withLock { $0.curious.isEmpty ? Set($0.readers.keys) : nil }
  }

  /// The tables that listeners named; other listeners may depend on any table.
  public var namedTables: Set<String> { state.withLock { Set($0.readers.keys) } }

  /// Rings the doorbells of the listeners to anything in a region.
  public func ring(_ region: TableRegion) {
    let doorbells = state.withLock { $0.doorbells(for: region) }
    for doorbell in doorbells { doorbell() }
  }

  /// Rings the doorbells of the listeners to anything in a region, and of those to tables that weren't known when the
  /// region was determined: a listener may have come in the meantime.
  package func ring(_ region: TableRegion, knowing known: Set<String>) {
    let doorbells = state.withLock { state in
      guard var columns = region.columns else { return state.doorbells(for: region) }
      for table in state.readers.keys where !known.contains(table) { columns[table] = .all }
      return state.doorbells(for: TableRegion(columns))
    }
    for doorbell in doorbells { doorbell() }
  }

  /// Rings the doorbells of the listeners to the tables that a name refers to, or all of them if it refers to none that
  /// a listener knows.
  public func ring(forTablesThat areMeant: (String) -> Bool) {
    let known = namedTables
    let tables = known.filter(areMeant)
    ring(tables.isEmpty ? .everything : TableRegion(allColumnsOf: tables), knowing: known)
  }

  /// Rings a doorbell once, and then for each change that may matter to it, until the task is cancelled; this is all
  /// a change source has to run if its writers ring.
  public func serve(_ doorbell: Doorbell) async throws {
    let number = state.withLock { $0.add(doorbell) }
    defer { state.withLock { $0.remove(number) } }
    doorbell()
    // Wait without a timer: a sleep that is cancelled stays in memory until its time is over.
    let (nothing, continuation) = AsyncStream<Never>.makeStream()
    for await _ in nothing {}
    continuation.finish()
    try Task.checkCancellation()
  }
}

extension DoorbellRegistry.State {
  fileprivate func doorbells(for region: TableRegion) -> [Doorbell] {
    guard let tables = region.tables else { return Array(doorbells.values) }
    var numbers = curious
    for table in tables { numbers.formUnion(readers[table] ?? []) }
    return numbers.compactMap { doorbells[$0] }.filter { $0.region.overlaps(region) }
  }

  /// Adds a doorbell, which stays until the returned number is removed.
  fileprivate mutating func add(_ doorbell: Doorbell) -> Int {
    nextNumber += 1
    doorbells[nextNumber] = doorbell
    if let tables = doorbell.region.tables {
      for table in tables { readers[table, default: []].insert(nextNumber) }
    } else {
      curious.insert(nextNumber)
    }
    return nextNumber
  }

  fileprivate mutating func remove(_ number: Int) {
    for table in doorbells[number]?.region.tables ?? [] {
      readers[table]?.remove(number)
      if readers[table]?.isEmpty == true { readers[table] = nil }
    }
    doorbells[number] = nil
    curious.remove(number)
  }
}

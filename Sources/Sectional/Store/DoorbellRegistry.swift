/// The tables that a commit touched.
package enum TouchedTables: Sendable, Hashable {
  /// Any table.
  case all
  /// Only these tables.
  case some([String: TouchedColumns])
}

/// The columns that a commit touched in a table.
package enum TouchedColumns: Sendable, Hashable {
  /// Any column, because rows were inserted or deleted.
  case all
  /// Only these columns, in rows that existed before and still do.
  case only(Set<String>)
}

/// The doorbells of all the listeners to a store in this process.
package final class DoorbellRegistry: Sendable {
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

  package init() {}

  /// The tables that matter to any listener, or `nil` if any change may matter to one of them.
  package var tables: Set<String>? {
    state.withLock { $0.curious.isEmpty ? Set($0.readers.keys) : nil }
  }

  /// Rings the doorbells of the listeners that the given tables may matter to.
  package func ring(_ tables: TouchedTables) {
    let doorbells = state.withLock { $0.doorbells(of: tables) }
    for doorbell in doorbells { doorbell() }
  }

  /// Rings a doorbell once, and then for each change that may matter to it, until the task is cancelled; this is all
  /// a change source has to run if its writers ring.
  package func serve(_ doorbell: Doorbell) async throws {
    let number = state.withLock { $0.add(doorbell) }
    defer { state.withLock { $0.remove(number) } }
    doorbell()
    while true { try await Task.sleep(for: .seconds(3600)) }
  }
}

extension Doorbell {
  /// Returns whether a change in a relevant table may matter to this doorbell, given the columns it touched.
  fileprivate func hears(_ touched: TouchedColumns, of table: String) -> Bool {
    guard case .only(let touched) = touched, let read = columns[table] else { return true }
    return !read.isDisjoint(with: touched)
  }
}

extension DoorbellRegistry.State {
  fileprivate func doorbells(of tables: TouchedTables) -> [Doorbell] {
    guard case .some(let tables) = tables else { return Array(doorbells.values) }
    var numbers = curious
    for (name, columns) in tables {
      for number in readers[name] ?? [] where doorbells[number]?.hears(columns, of: name) ?? false {
        numbers.insert(number)
      }
    }
    return numbers.compactMap { doorbells[$0] }
  }

  /// Adds a doorbell, which stays until the returned number is removed.
  fileprivate mutating func add(_ doorbell: Doorbell) -> Int {
    nextNumber += 1
    doorbells[nextNumber] = doorbell
    if let tables = doorbell.tables {
      for table in tables { readers[table, default: []].insert(nextNumber) }
    } else {
      curious.insert(nextNumber)
    }
    return nextNumber
  }

  fileprivate mutating func remove(_ number: Int) {
    for table in doorbells[number]?.tables ?? [] {
      readers[table]?.remove(number)
      if readers[table]?.isEmpty == true { readers[table] = nil }
    }
    doorbells[number] = nil
    curious.remove(number)
  }
}

import Sectional

extension SQLiteConnection {
  /// Tells whether something may have changed since the last time it was asked, without waiting for a lock.
  ///
  /// A file that another program holds has usually not changed yet. One that is held for a second may have: a writer
  /// can commit and keep its lock, and a killed one can leave its journal. Then a read finds out, or says why it can't.
  func mayHaveChanged() -> Bool {
    // Inside of a transaction nothing newer can be seen.
    guard !handle.isInTransaction else {
      hasMissedLook = true
      return false
    }
    let seen = sight
    do throws(StoreError) {
      sight = handle.hasMoved ? .moved(fromHandle: handleNumber) : try look()
      busySince = nil
    } catch {
      if error.code != .busy || hasBeenBusyForLong() { sight = .failed(error.code) }
    }
    return sight != seen
  }

  /// Asks SQLite whether another connection wrote.
  ///
  /// That takes a lock for a moment, which a program that commits just then may not wait for. With a rollback journal
  /// every commit changes the header, so the question is only asked where that was changed.
  private func look() throws(StoreError) -> Sight? {
    let header = handle.header
    if let header, header == seenHeader, case .version? = sight { return sight }
    let version = try handle.withoutWaiting { () throws(StoreError) in
      try handle.integer("PRAGMA data_version")
    }
    seenHeader = header?.isInWALMode == false ? header : nil
    return .version(version, ofHandle: handleNumber)
  }

  private func hasBeenBusyForLong() -> Bool {
    let start = busySince ?? .now
    busySince = start
    return start.duration(to: .now) > .seconds(1)
  }
}

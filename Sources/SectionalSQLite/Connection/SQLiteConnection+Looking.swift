import Sectional

extension SQLiteConnection {
  /// Returns whether something may have changed since the last call, without waiting for a lock.
  ///
  /// A file that another program has locked has usually not changed yet. One that stays locked for a second may have: a
  /// writer can commit and keep its lock, and a killed writer can leave its journal behind. A read then finds out, or
  /// reports why it can't.
  func mayHaveChanged() -> Bool {
    // Nothing newer is visible inside a transaction.
    guard !handle.isInTransaction else {
      seen.hasMissedLook = true
      return false
    }
    let before = seen.state
    do throws(StoreError) {
      seen.state = handle.hasMoved ? .moved(fromHandle: handleNumber) : try look()
      seen.busySince = nil
    } catch {
      if error.code != .busy || hasBeenBusyForLong() {
        // The program that holds the lock may be writing to the file, which isn't news until it releases the lock.
        seen.state = .failed(
          error.code, error.code == .busy ? nil : SeenFile(at: handle.path)?.state)
      }
    }
    if seen.state == before { return false }
    followFile()
    return true
  }

  /// Opens the file again if it was replaced, because reads don't do so if they have connections of their own.
  private func followFile() {
    switch seen.state {
    // A lost log is for whoever reads next, who can close the other connections first. Closing one of them later would drop
    // this process's locks on the log, and another program would empty its memory while this one uses it.
    case .moved where !handle.hasLostLog, .outdated where !handle.hasLostLog: try? reopen()
    case .outdated where handle.hasMemoryOfOthers: _ = try? letGoOfLog()
    // If this connection alone has lost it, reads beside it don't notice, and nothing would look new to this one ever again.
    case .moved, .outdated: shared.noteLostLog()
    case .version, .failed, nil: break
    }
  }

  /// Asks SQLite whether another connection wrote, and the system whether the file was written in another way.
  ///
  /// This takes a lock briefly, and a program that commits at that moment may not wait for it. With a rollback journal
  /// every commit changes the header, so SQLite is asked only if the header changed or the file was written at all.
  private func look() throws(StoreError) -> SeenFacts.State? {
    var header = handle.header
    var file = handle.isStampable ? SeenFile(at: handle.path)?.state : nil
    let isHeaderSame = header != nil && header == seen.header
    if isHeaderSame, file == seen.file, case .version? = seen.state { return seen.state }
    var version: Int64
    do throws(StoreError) {
      try handle.checkForOtherCopies()
      version = try handle.withoutWaiting { () throws(StoreError) in try handle.dataVersion() }
      if handle.lastRead.header != header {
        // Another program committed after the header was read. With a header older than the version, the next check of
        // a locked file couldn't conclude that the file hasn't changed.
        header = handle.lastRead.header
        file = handle.lastRead.file?.state
        version = try handle.withoutWaiting { () throws(StoreError) in try handle.dataVersion() }
      }
    } catch {
      // The program that holds the lock may already have written part of a transaction, but it hasn't committed
      // anything.
      guard isHeaderSame, error.code == .busy, let state = seen.state else { throw error }
      return state
    }
    noteSeenState(header, file)
    return handle.isOutdated
      ? .outdated(handle: handleNumber) : .version(version, ofHandle: handleNumber)
  }

  /// Uses what the first transaction read as the first check, so that if a program holds the file at the next check, it
  /// is known not to have committed anything.
  func noteFirstSeenState() {
    // The header and file state were read before the version, so a file that is overwritten in between shows at the
    // next check.
    let (header, file) = (handle.lastRead.header, handle.lastRead.file?.state)
    guard seen.state == nil, let version = try? handle.dataVersion() else { return }
    noteSeenState(header, file)
    seen.state = .version(version, ofHandle: handleNumber)
  }

  private func noteSeenState(_ header: SQLiteHeader?, _ file: FileState?) {
    seen.header = header?.isInWALMode == false && !handle.isInWALMode ? header : nil
    seen.file = file
  }

  private func hasBeenBusyForLong() -> Bool {
    let start = seen.busySince ?? .now
    seen.busySince = start
    return start.duration(to: .now) > .seconds(1)
  }
}

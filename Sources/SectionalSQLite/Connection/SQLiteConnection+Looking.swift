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
    let seen = seenState
    do throws(StoreError) {
      seenState = handle.hasMoved ? .moved(fromHandle: handleNumber) : try look()
      busySince = nil
    } catch {
      if error.code != .busy || hasBeenBusyForLong() {
        // Who holds the file may be writing to it, which is no news before it is let go.
        seenState = .failed(
          error.code, error.code == .busy ? nil : SeenFile(at: handle.path)?.state)
      }
    }
    return seenState != seen
  }

  /// Asks SQLite whether another connection wrote, and the system whether the file was written otherwise.
  ///
  /// That takes a lock for a moment, which a program that commits just then may not wait for. With a rollback journal
  /// every commit changes the header, so SQLite is only asked where that was changed, or the file was written at all.
  private func look() throws(StoreError) -> SeenState? {
    var header = handle.header
    var file = handle.isStampable ? SeenFile(at: handle.path)?.state : nil
    let isHeaderSame = header != nil && header == seenHeader
    if isHeaderSame, file == seenFile, case .version? = seenState { return seenState }
    var version: Int64
    do throws(StoreError) {
      try handle.checkForOtherCopies()
      version = try handle.withoutWaiting { () throws(StoreError) in try handle.dataVersion() }
      if handle.readHeader != header {
        // Somebody committed after the header was read. One that is older than the version would not
        // show at the next look that a file that is held has not changed.
        header = handle.readHeader
        file = handle.readFile?.state
        version = try handle.withoutWaiting { () throws(StoreError) in try handle.dataVersion() }
      }
    } catch {
      // Who holds the file may have written a part of a transaction already, and has committed nothing.
      guard isHeaderSame, error.code == .busy, let seenState else { throw error }
      return seenState
    }
    noteSeenState(header, file)
    return handle.isOutdated
      ? .outdated(handle: handleNumber) : .version(version, ofHandle: handleNumber)
  }

  /// Takes what the first transaction read for the first look, so that a program that holds the file when the next one
  /// comes is known to have committed nothing.
  func noteFirstSeenState() {
    // What was seen before the number: a file that is copied over in between shows at the next look.
    let (header, file) = (handle.readHeader, handle.readFile?.state)
    guard seenState == nil, let version = try? handle.dataVersion() else { return }
    noteSeenState(header, file)
    seenState = .version(version, ofHandle: handleNumber)
  }

  private func noteSeenState(_ header: SQLiteHeader?, _ file: FileState?) {
    seenHeader = header?.isInWALMode == false ? header : nil
    seenFile = file
  }

  private func hasBeenBusyForLong() -> Bool {
    let start = busySince ?? .now
    busySince = start
    return start.duration(to: .now) > .seconds(1)
  }
}

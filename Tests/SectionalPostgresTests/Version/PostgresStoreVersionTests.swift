import Testing

@testable import SectionalPostgres

/// Between which states of a server its change log can report what was written.
struct PostgresStoreVersionTests {
  private func version(
    of identity: String = "server 1 ada", _ snapshot: String, losses: Int = 0,
    isOnDisk: Bool = true, settings: String = "", functions: [UInt32: String] = [:],
    started: String = "now", prepared: Set<UInt32> = [], place: ChangeLogPlace? = nil
  ) throws -> PostgresStoreVersion {
    PostgresStoreVersion(
      identity: identity, settings: settings,
      snapshot: try #require(PostgresSnapshot(snapshot)),
      started: started, prepared: prepared, tables: place == nil ? [:] : ["item": "1"],
      functions: functions,
      places: place.map { ["item": $0] } ?? [:], losses: losses,
      written: 0, isOnDisk: isOnDisk, isPermanent: true)
  }

  @Test func `a later state of the same server can be caught up with`() throws {
    let earlier = try version("10:20:")
    #expect(try version("30:40:").gapReason(since: earlier) == nil)
    #expect(try version("10:20:").gapReason(since: earlier) == nil)
  }

  @Test(arguments: ["server 2 ada", "other 1 ada", "server 1 bob"])
  func `another server, timeline or user can't be caught up with`(identity: String) throws {
    let earlier = try version("10:20:")
    #expect(try version(of: identity, "30:40:").gapReason(since: earlier) != nil)
  }

  @Test func `a state that is not on disk can't be caught up with after a connection was lost`()
    throws
  {
    let unwritten = try version("10:20:", isOnDisk: false)
    #expect(try version("30:40:").gapReason(since: unwritten) == nil)
    #expect(try version("30:40:", losses: 1).gapReason(since: unwritten) != nil)
    #expect(try version("30:40:", losses: 1).gapReason(since: version("10:20:")) == nil)
  }

  @Test func `other settings or functions make another state, which can't be caught up with`()
    throws
  {
    let earlier = try version("10:20:")
    for other in [
      try version("10:20:", settings: "Asia/Tokyo"), try version("10:20:", functions: [16400: "7"]),
    ] {
      #expect(other != earlier)
      #expect(!other.provesSameContents(as: earlier))
      #expect(other.gapReason(since: earlier) != nil)
    }
  }

  @Test func `what was prepared before a restart can't be caught up with when it ends`() throws {
    let earlier = try version("10:20:12", prepared: [12])
    #expect(try version("10:20:12", prepared: [12]).gapReason(since: earlier) == nil)
    #expect(try version("10:30:12", prepared: [11, 12]).gapReason(since: earlier) == nil)
    #expect(try version("30:40:").gapReason(since: earlier) != nil)
  }

  @Test func `an earlier state can't be caught up with`() throws {
    let later = try version("30:40:")
    #expect(try version("10:20:").gapReason(since: later) != nil)
  }

  @Test func `a state is recognized as an earlier one only if that one was on disk`() throws {
    let (lasting, unwritten) = (try version("10:20:"), try version("10:20:", isOnDisk: false))
    #expect(lasting.provesSameContents(as: lasting))
    #expect(unwritten.provesSameContents(as: lasting))
    #expect(!lasting.provesSameContents(as: unwritten))
    #expect(!unwritten.provesSameContents(as: unwritten))
    #expect(try !version("10:21:").provesSameContents(as: lasting))
  }

  @Test
  func `after a restart, only the marks of a log that wasn't emptied prove the same contents`()
    throws
  {
    for (mark, isProof) in [("a", true), ("", false)] {
      let place = ChangeLogPlace(mark: mark, prunedBelow: 0, newest: nil)
      let earlier = try version("10:20:", place: place)
      #expect(try version("10:20:", place: place).provesSameContents(as: earlier))
      #expect(
        try version("10:20:", started: "later", place: place).provesSameContents(as: earlier)
          == isProof)
    }
  }

  @Test func `states that may lie on different sides of a crash are never equal`() throws {
    let state = try version("10:20:")
    #expect(state == (try version("10:20:")))
    #expect(state != (try version("10:20:", losses: 1)))
  }
}

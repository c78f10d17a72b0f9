import Testing

@testable import SectionalPostgres

/// What a connection has to do before its next use, after any sequence of events, without a socket.
struct SessionStateTests {
  private static let events: [PostgresSessionState.Event] = [
    .beganReading, .beganWriting, .ranForeignStatements, .sentEnd, .ended, .wasReset,
    .identified(.known("here")), .identified(.unknown), .lost,
  ]

  /// Calls a body with the state after every sequence of up to six events.
  private func exhaust(
    _ body: (PostgresSessionState, [PostgresSessionState.Event]) throws -> Void
  ) rethrows {
    var direct = PostgresSessionState()
    direct.isDirect = true
    var states: [(PostgresSessionState, [PostgresSessionState.Event])] = [
      (PostgresSessionState(), []), (direct, []),
    ]
    for _ in 0..<6 {
      var next: [PostgresSessionState: [PostgresSessionState.Event]] = [:]
      for (state, history) in states {
        for event in SessionStateTests.events {
          var state = state
          state.note(event)
          try body(state, history + [event])
          next[state] = history + [event]
        }
      }
      states = next.map { ($0, $1) }
    }
  }

  @Test func `a lost connection is never used again`() {
    exhaust { state, history in
      if history.contains(.lost) { #expect(state.preparations == nil, "\(history)") }
    }
  }

  @Test
  func
    `users' statements lead to a reset before the next use, or to another session behind a pooler`()
  {
    exhaust { state, history in
      guard let last = history.lastIndex(of: .ranForeignStatements),
        !history[last...].contains(.wasReset), !history.contains(.lost)
      else { return }
      #expect(state.preparations?.contains(.reset) == (state.isDirect ? true : nil), "\(history)")
    }
  }

  @Test func `a connection that was reset isn't reset again`() {
    exhaust { state, history in
      let last = history.lastIndex(of: .ranForeignStatements) ?? -1
      guard history[(last + 1)...].contains(.wasReset) || last < 0 else { return }
      #expect(state.preparations?.contains(.reset) != true, "\(history)")
    }
  }

  @Test func `an open transaction is awaited before anything else`() {
    exhaust { state, _ in
      guard let preparations = state.preparations, state.phase != .idle else { return }
      #expect(preparations.first == .awaitEnd)
    }
  }

  @Test func `a server that may be another one is identified again`() {
    exhaust { state, _ in
      guard let preparations = state.preparations, state.knownIdentity == nil else { return }
      #expect(preparations.contains(.identify))
    }
    var pooled = PostgresSessionState()
    pooled.note(.identified(.known("here")))
    #expect(pooled.preparations == [.identify])
    pooled.isDirect = true
    #expect(pooled.preparations == [])
    var secret = PostgresSessionState()
    secret.note(.identified(.secret))
    #expect(secret.preparations == [])
  }
}

/// What a connection is doing, and what has to happen before its next use.
///
/// A state machine without a socket: the connection reports what happened, and asks what to do. Reports may arrive late
/// or repeatedly. State: belongs to the connection's actor.
struct PostgresSessionState: Hashable, Sendable {
  /// What the connection is doing.
  enum Phase: Hashable, Sendable {
    /// Nothing; no transaction is open.
    case idle
    /// A transaction that only reads, so that losing it loses no writes.
    case reading
    /// Anything else.
    case writing
    /// The server was told to end the transaction, and hasn't confirmed it yet.
    case ending
    /// The connection must not be used again.
    case lost
  }

  /// What is known about which server the connection leads to.
  enum Identity: Hashable, Sendable {
    case unknown
    /// The user isn't allowed to know it.
    case secret
    /// The server, timeline and database, and the user.
    case known(String)
  }

  /// Something that happened.
  enum Event: Hashable, Sendable {
    case beganReading
    case beganWriting
    /// Statements that a user wrote were run, which may have changed anything in the session.
    case ranForeignStatements
    /// The server was told to end the transaction; its answer wasn't awaited.
    case sentEnd
    /// No transaction is open any longer.
    case ended
    /// The session was reset to its initial state.
    case wasReset
    /// The server said which one it is.
    case identified(Identity)
    /// The connection can't be used any longer, or isn't trusted.
    case lost
  }

  /// Something to do before the next use.
  enum Preparation: Hashable, Sendable {
    /// Wait for the end of the last transaction.
    case awaitEnd
    /// Reset the session.
    case reset
    /// Find out which server answers.
    case identify
  }

  private(set) var phase = Phase.idle
  private(set) var identity = Identity.unknown
  /// Whether the server itself answers, rather than an intermediary that may give each transaction another session.
  var isDirect = false
  private var needsReset = false

  /// Notes what happened; nothing brings a lost connection back.
  mutating func note(_ event: Event) {
    guard phase != .lost else { return }
    switch event {
    case .beganReading: phase = .reading
    case .beganWriting: phase = .writing
    case .ranForeignStatements: needsReset = true
    case .sentEnd: phase = .ending
    case .ended: phase = .idle
    case .wasReset: needsReset = false
    case .identified(let identity): self.identity = identity
    case .lost: phase = .lost
    }
  }

  /// What to do before the next use, in order; `nil` if the connection must not be used again.
  ///
  /// A session behind an intermediary may be others' by now, so it isn't reset: closing the connection leaves that to the
  /// intermediary.
  var preparations: [Preparation]? {
    guard phase != .lost, isDirect || !needsReset else { return nil }
    var preparations: [Preparation] = []
    if phase != .idle { preparations.append(.awaitEnd) }
    if needsReset { preparations.append(.reset) }
    if mayHaveMoved { preparations.append(.identify) }
    return preparations
  }

  /// Whether the connection may now lead to another state of the server, or to another server: a standby can be
  /// promoted without ending its connections, and an intermediary can switch servers.
  private var mayHaveMoved: Bool {
    switch identity {
    case .secret: false
    case .unknown: true
    case .known: !isDirect
    }
  }

  /// The identity, if it is known.
  var knownIdentity: String? {
    if case .known(let identity) = identity { identity } else { nil }
  }
}

import Dispatch
import Sectional

/// The cancellation of one statement, which is requested only if the statement doesn't end soon by itself.
///
/// Each request costs the server a process. Many statements are answered sooner than it would arrive.
final class StatementCancellation: Sendable {
  /// What became of the request.
  enum Outcome {
    case notSent
    /// The server has signalled the process, so that no later statement is cancelled.
    case taken
    case unknown
  }

  private enum Phase {
    case running
    case sending(CheckedContinuation<Outcome, Never>?)
    case ended(Outcome)
  }

  // State: guarded by its lock.
  private let phase = Locked(Phase.running)
  private let request: PostgresCancellation

  init(_ request: PostgresCancellation) { self.request = request }

  /// Requests the cancellation after a short while, unless the statement has ended by then.
  func schedule() {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(10)) { [self] in
      let isWanted = phase.withLock { phase in
        guard case .running = phase else { return false }
        phase = .sending(nil)
        return true
      }
      if isWanted { finish(request.send() ? .taken : .unknown) }
    }
  }

  /// Ends the cancellation with its statement, and waits for a request that is under way.
  func end() async -> Outcome {
    await withCheckedContinuation { continuation in
      let outcome = phase.withLock { phase -> Outcome? in
        switch phase {
        case .running:
          phase = .ended(.notSent)
          return .notSent
        case .ended(let outcome): return outcome
        case .sending:
          phase = .sending(continuation)
          return nil
        }
      }
      if let outcome { return continuation.resume(returning: outcome) }
      // A server that can't be reached any longer doesn't take the request.
      DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(5)) { [self] in
        finish(.unknown)
      }
    }
  }

  private func finish(_ outcome: Outcome) {
    let waiter = phase.withLock { phase -> CheckedContinuation<Outcome, Never>? in
      guard case .sending(let waiter) = phase else { return nil }
      phase = .ended(outcome)
      return waiter
    }
    waiter?.resume(returning: outcome)
  }
}

extension PostgresConnection {
  /// Runs a body that waits for the server, and lets the cancellation of the task cancel what the server does.
  ///
  /// If a request may still be on its way when the body has ended, the connection is lost, because the request would
  /// cancel a later statement.
  ///
  /// - Parameter body: Receives what it can cancel the statement with, too; `nil` if the server can't be asked to.
  /// - Returns: What the body returns.
  func cancellable<Output>(_ body: (StatementCancellation?) async -> Output) async -> Output {
    guard let cancellation else { return await body(nil) }
    let attempt = StatementCancellation(cancellation)
    let output = await withTaskCancellationHandler {
      await body(attempt)
    } onCancel: {
      attempt.schedule()
    }
    switch await attempt.end() {
    case .notSent: break
    // An intermediary passes requests on when it likes.
    case .taken: if !session.isDirect { session.note(.lost) }
    case .unknown: session.note(.lost)
    }
    return output
  }
}

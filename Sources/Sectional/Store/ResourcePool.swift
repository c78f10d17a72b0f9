/// Lends resources, such as connections: few, made when they are needed, and used again.
package final class ResourcePool<Resource: Sendable>: Sendable {
  private struct State {
    /// These wait for the next task; the turnstile limits how many there are.
    var idle: [Resource] = []
    var losses = 0
  }

  // State: guarded by its lock.
  private let state = Guarded(State())
  private let turnstile: Turnstile
  private let make: @Sendable () async throws -> Resource
  private let isReady: @Sendable (Resource) async -> Bool

  /// Makes a pool without any resources yet.
  ///
  /// - Parameters:
  ///   - limit: How many can be lent at a time; who comes then waits.
  ///   - make: Makes another one.
  ///   - isReady: Tells whether one that was used can be used again.
  package init(
    atMost limit: Int, make: @escaping @Sendable () async throws -> Resource,
    isReady: @escaping @Sendable (Resource) async -> Bool
  ) {
    turnstile = Turnstile(width: max(limit, 1))
    self.make = make
    self.isReady = isReady
  }

  /// How many were lost so far, as they could not be used again.
  package var losses: Int { state.withLock { $0.losses } }

  /// Lends one to a body, which must not ask for another.
  package func use<Output>(
    _ body: (Resource) async throws -> Output
  ) async throws -> Output {
    try await turnstile.pass {
      let resource = try await readyResource()
      // Whether it can be used again is asked when somebody wants it.
      defer { state.withLock { $0.idle.append(resource) } }
      return try await body(resource)
    }
  }

  private func readyResource() async throws -> Resource {
    while let resource = state.withLock({ $0.idle.popLast() }) {
      if await isReady(resource) { return resource }
      state.withLock { $0.losses += 1 }
    }
    return try await make()
  }
}

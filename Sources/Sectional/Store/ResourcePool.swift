/// Lends resources, such as connections: few, made when they are needed, and used again.
package final class ResourcePool<Resource: Sendable>: Sendable {
  private struct State {
    /// These wait for the next task; the semaphore limits how many there are.
    var idle: [Resource] = []
    var losses = 0
  }

  // State: guarded by its lock.
  private let state = Locked(State())
  private let semaphore: AsyncSemaphore
  private let make: @Sendable () async throws -> Resource
  private let isUsable: @Sendable (Resource) async -> Bool
  private let makeReady: @Sendable (Resource) async -> Bool

  /// Makes a pool without any resources yet.
  ///
  /// - Parameters:
  ///   - limit: How many can be lent at a time; who comes then waits.
  ///   - make: Makes another one.
  ///   - isUsable: Tells whether one that was used can be kept; else it is let go of at once.
  ///   - makeReady: Makes one that was kept ready for the next task, and tells whether it is.
  package init(
    atMost limit: Int, make: @escaping @Sendable () async throws -> Resource,
    isUsable: @escaping @Sendable (Resource) async -> Bool,
    makeReady: @escaping @Sendable (Resource) async -> Bool
  ) {
    semaphore = AsyncSemaphore(width: max(limit, 1))
    self.make = make
    self.isUsable = isUsable
    self.makeReady = makeReady
  }

  /// How many were lost so far, as they could not be used again.
  package var losses: Int { state.withLock { $0.losses } }

  /// Lends one to a body, which must not ask for another.
  package func use<Output>(
    _ body: (Resource) async throws -> Output
  ) async throws -> Output {
    try await semaphore.withPermit {
      let resource = try await readyResource()
      do {
        let output = try await body(resource)
        await takeBack(resource)
        return output
      } catch {
        await takeBack(resource)
        throw error
      }
    }
  }

  /// Keeps a resource for the next task; one that is broken may hold something that others wait for.
  private func takeBack(_ resource: Resource) async {
    let isUsable = await isUsable(resource)
    state.withLock { state in
      if isUsable { state.idle.append(resource) } else { state.losses += 1 }
    }
  }

  private func readyResource() async throws -> Resource {
    while let resource = state.withLock({ $0.idle.popLast() }) {
      if await makeReady(resource) { return resource }
      state.withLock { $0.losses += 1 }
    }
    return try await make()
  }
}

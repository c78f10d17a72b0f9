/// Lends out a limited number of resources, such as connections, which are created on demand and reused.
public final class ResourcePool<Resource: Sendable>: Sendable {
  private struct State {
    /// Resources that wait for the next task; the semaphore limits their number.
    var idle: [Resource] = []
    var losses = 0
  }

  // State: guarded by its lock.
  private let state = Locked(State())
  private let semaphore: AsyncSemaphore
  private let make: @Sendable () async throws -> Resource
  private let isUsable: @Sendable (Resource) async -> Bool
  private let makeReady: @Sendable (Resource) async -> Bool

  /// Creates an empty pool.
  ///
  /// - Parameters:
  ///   - limit: The number of resources that can be in use at a time; further tasks wait.
  ///   - make: Creates a resource.
  ///   - isUsable: Returns whether a resource that was used can be kept; if not, it is released at once.
  ///   - makeReady: Prepares a kept resource for the next task, and returns whether it is ready.
  public init(
    atMost limit: Int, make: @escaping @Sendable () async throws -> Resource,
    isUsable: @escaping @Sendable (Resource) async -> Bool,
    makeReady: @escaping @Sendable (Resource) async -> Bool
  ) {
    semaphore = AsyncSemaphore(width: max(limit, 1))
    self.make = make
    self.isUsable = isUsable
    self.makeReady = makeReady
  }

  /// The number of resources lost so far because they couldn't be reused.
  public var losses: Int { state.withLock { $0.losses } }

  /// Lends a resource to a body, which must not request another one.
  public func use<Output>(
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

  /// Keeps a resource for the next task; a broken one is released at once, because it may hold something that others
  /// wait for.
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

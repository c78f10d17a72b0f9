/// Lends out a limited number of resources, such as connections, which are created on demand, reused, and given back
/// when they aren't needed.
public final class ResourcePool<Resource: Sendable>: Sendable {
  private struct State {
    /// Resources that wait for the next task, the last one used last; the semaphore limits their number.
    var idle: [(resource: Resource, since: ContinuousClock.Instant)] = []
    /// The number of resources that are lent or idle.
    var count = 0
    var losses = 0
    var isClosed = false
    var isTidying = false
  }

  // State: guarded by its lock.
  private let state = Locked(State())
  private let semaphore: AsyncSemaphore
  private let make: @Sendable () async throws -> Resource
  private let isUsable: @Sendable (Resource) async -> Bool
  private let makeReady: @Sendable (Resource) async -> Bool
  private let idleTime: Duration?
  private let lastIdleTime: Duration?

  /// Creates an empty pool.
  ///
  /// - Parameters:
  ///   - limit: The number of resources that can be in use at a time; further tasks wait.
  ///   - idleTime: How long a resource is kept unused while others are kept; `nil` if it is kept for good.
  ///   - lastIdleTime: How long the last resource is kept unused; `nil` if it is kept for good.
  ///   - make: Creates a resource.
  ///   - isUsable: Returns whether a resource that was used can be kept; if not, it is released at once.
  ///   - makeReady: Prepares a kept resource for the next task, and returns whether it is ready.
  public init(
    atMost limit: Int, keepingFor idleTime: Duration? = nil, lastFor lastIdleTime: Duration? = nil,
    make: @escaping @Sendable () async throws -> Resource,
    isUsable: @escaping @Sendable (Resource) async -> Bool,
    makeReady: @escaping @Sendable (Resource) async -> Bool
  ) {
    semaphore = AsyncSemaphore(width: max(limit, 1))
    self.idleTime = idleTime
    self.lastIdleTime = lastIdleTime
    self.make = make
    self.isUsable = isUsable
    self.makeReady = makeReady
  }

  /// The number of resources lost so far because they couldn't be reused, and of the times that the last one was given
  /// back: between two resources that are never in use at the same time, anything may have happened.
  public var losses: Int { state.withLock { $0.losses } }

  /// The number of resources that are in use or kept.
  public var count: Int { state.withLock { $0.count } }

  /// Lends a resource to a body, which must not request another one.
  ///
  /// - Throws: ``StoreError`` with code `cannotOpen` if the pool is closed, and any error of `make` and the body.
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

  /// Gives back every resource that isn't in use, and the others after their use; nothing is lent any longer.
  public func close() {
    let idle = state.withLock { state in
      state.isClosed = true
      state.count -= state.idle.count
      defer { state.idle = [] }
      return state.idle
    }
    // The resources are released here, outside of the lock.
    _ = idle
  }

  /// Keeps a resource for the next task; a broken one is released at once, because it may hold something that others
  /// wait for.
  private func takeBack(_ resource: Resource) async {
    let isUsable = await isUsable(resource)
    let tidies = state.withLock { state in
      guard isUsable, !state.isClosed else {
        state.count -= 1
        if !isUsable { state.losses += 1 }
        return false
      }
      state.idle.append((resource, .now))
      guard !state.isTidying, idleTime != nil || lastIdleTime != nil else { return false }
      state.isTidying = true
      return true
    }
    if tidies { Task { [weak self] in await ResourcePool.tidy { self } } }
  }

  private func readyResource() async throws -> Resource {
    while let resource = try takeIdle() {
      if await makeReady(resource) { return resource }
      state.withLock { state in
        state.losses += 1
        state.count -= 1
      }
    }
    let resource = try await make()
    state.withLock { $0.count += 1 }
    return resource
  }

  private func takeIdle() throws(StoreError) -> Resource? {
    let (resource, isClosed) = state.withLock { ($0.idle.popLast()?.resource, $0.isClosed) }
    guard !isClosed else { throw StoreError(.cannotOpen, "the store is closed; open another one") }
    return resource
  }
}

extension ResourcePool {
  /// Gives back what isn't used for long, as long as there is anything to give back.
  private static func tidy(_ pool: @Sendable () -> ResourcePool?) async {
    while let wait = pool()?.giveBack() { try? await Task.sleep(for: wait) }
  }

  /// Gives back what hasn't been used for long.
  ///
  /// - Returns: The time until the next resource may have to be given back, or `nil` if there is none.
  private func giveBack() -> Duration? {
    var unused: [Resource] = []
    let now = ContinuousClock.now
    let wait = state.withLock { state -> Duration? in
      while let next = state.idle.first,
        let limit = state.count > 1 ? idleTime ?? lastIdleTime : lastIdleTime
      {
        let rest = limit - next.since.duration(to: now)
        // Another resource can come back meanwhile, for which the shorter time counts.
        guard rest <= .zero else { return min(rest, idleTime ?? rest) }
        unused.append(next.resource)
        state.idle.removeFirst()
        state.count -= 1
        if state.count == 0 { state.losses += 1 }
      }
      // What is in use now starts this again when it is taken back.
      state.isTidying = false
      return nil
    }
    return wait
  }
}

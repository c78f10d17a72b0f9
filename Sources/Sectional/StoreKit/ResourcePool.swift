/// Lends out a limited number of resources, such as connections, which are created on demand, reused, and given back
/// when they aren't needed.
public final class ResourcePool<Resource: Sendable>: Sendable {
  private struct State {
    /// Resources that wait for the next task, the last one used last; the semaphore limits their number.
    var idle: [Idle] = []
    /// The number of resources that are lent, idle or being released.
    var count = 0
    var losses = 0
    var isClosed = false
    /// The number of times the pool was emptied; resources lent before that aren't kept.
    var generation = 0
    /// Tasks that wait until no resource is left; they are resumed after the lock is released.
    var emptying: [CheckedContinuation<Void, Never>] = []
    var isTidying = false

    mutating func takeIdle() -> [Idle] {
      defer { idle = [] }
      return idle
    }
  }

  private typealias Idle = (resource: Resource, since: ContinuousClock.Instant)

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
      let (result, isKept) = try await lendOne(to: body)
      // By now the resource is released, which others may wait for.
      if !isKept { noteRelease() }
      return try result.get()
    }
  }

  /// Releases resources, outside of the lock, and then resumes those who wait until none is left.
  private func release(_ resources: consuming [Idle]) {
    let count = resources.count
    resources = []
    state.withLock { $0.count -= count }
    noteEmptiness()
  }

  /// Lends a resource.
  ///
  /// - Returns: The result of the body, and whether the resource is kept.
  private func lendOne<Output>(
    to body: (Resource) async throws -> Output
  ) async throws -> (Result<Output, any Error>, isKept: Bool) {
    let generation = state.withLock { $0.generation }
    let resource = try await readyResource()
    do {
      let output = try await body(resource)
      return (.success(output), await isKept(resource, of: generation))
    } catch {
      return (.failure(error), await isKept(resource, of: generation))
    }
  }

  /// Gives back every resource that isn't in use, and the others after their use; nothing is lent any longer.
  public func close() {
    release(
      state.withLock { state in
        state.isClosed = true
        return state.takeIdle()
      })
  }

  /// Gives back every resource, and waits for those in use; what is needed afterwards is created anew.
  public func empty() async {
    await withCheckedContinuation { continuation in
      // From the moment on at which the idle ones are taken, others must not become idle again.
      release(
        state.withLock { state in
          state.generation += 1
          state.emptying.append(continuation)
          return state.takeIdle()
        })
    }
  }

  /// Keeps a resource for the next task, unless it is broken: it may hold something that others wait for.
  ///
  /// - Returns: Whether it is kept.
  private func isKept(_ resource: Resource, of generation: Int) async -> Bool {
    let isUsable = await isUsable(resource)
    let (isKept, tidies) = state.withLock { state in
      guard isUsable, !state.isClosed, state.emptying.isEmpty, state.generation == generation
      else {
        if !isUsable { state.losses += 1 }
        return (false, false)
      }
      state.idle.append((resource, .now))
      guard !state.isTidying, idleTime != nil || lastIdleTime != nil else { return (true, false) }
      state.isTidying = true
      return (true, true)
    }
    if tidies { Task { [weak self] in await ResourcePool.tidy { self } } }
    return isKept
  }

  private func noteRelease() {
    state.withLock { $0.count -= 1 }
    noteEmptiness()
  }

  /// Resumes those who wait until no resource is left, if none is.
  private func noteEmptiness() {
    let waiters = state.withLock { state in
      guard state.count == 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { state.emptying = [] }
      return state.emptying
    }
    for waiter in waiters { waiter.resume() }
  }

  private func readyResource() async throws -> Resource {
    while let resource = try takeIdle() {
      if await makeReady(resource) { return resource }
      state.withLock { $0.losses += 1 }
      noteRelease()
    }
    state.withLock { $0.count += 1 }
    do {
      return try await make()
    } catch {
      noteRelease()
      throw error
    }
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
    let now = ContinuousClock.now
    let (unused, wait) = state.withLock { state -> ([Idle], Duration?) in
      var unused: [Idle] = []
      while let next = state.idle.first,
        let limit = state.count - unused.count > 1 ? idleTime ?? lastIdleTime : lastIdleTime
      {
        let rest = limit - next.since.duration(to: now)
        // Another resource can come back meanwhile, for which the shorter time counts.
        guard rest <= .zero else {
          return (unused, max(min(rest, idleTime ?? rest), .milliseconds(100)))
        }
        unused.append(state.idle.removeFirst())
        if state.count == unused.count { state.losses += 1 }
      }
      // What is in use now starts this again when it is taken back.
      state.isTidying = false
      return (unused, nil)
    }
    release(unused)
    return wait
  }
}

import Dispatch
import Sectional
import TestSupport
import Testing

@Suite struct ResourcePoolTests {
  @Test func `a pool that is emptied keeps nothing that was lent and given back meanwhile`()
    async throws
  {
    let pools = Locked<ResourcePool<Resource>?>(nil)
    let made = Locked(0)
    let pool = ResourcePool<Resource>(
      atMost: 4,
      make: {
        let number = made.withLock { made in
          made += 1
          return made
        }
        return Resource {
          guard number == 1 else { return }
          // Another task uses a resource while the first one is being given back.
          let isOver = DispatchSemaphore(value: 0)
          Task.detached {
            try? await pools.withLock { $0 }?.use { _ in }
            isOver.signal()
          }
          _ = isOver.wait(timeout: .now() + 20)
        }
      }, isUsable: { _ in true }, makeReady: { _ in true })
    pools.withLock { $0 = pool }
    try await pool.use { _ in }
    let isEmptied = Locked(false)
    Task.detached {
      await pool.empty()
      isEmptied.withLock { $0 = true }
    }
    try await wait { isEmptied.withLock { $0 } }
    #expect(made.withLock { $0 } == 2)
    #expect(pool.count == 0)
    pools.withLock { $0 = nil }
  }
}

/// Something that tells when it is given back.
private final class Resource: Sendable {
  private let whenReleased: @Sendable () -> Void

  init(whenReleased: @escaping @Sendable () -> Void) { self.whenReleased = whenReleased }

  deinit { whenReleased() }
}

package import Dispatch

/// A serial queue that actors can run on, so that blocking calls never occupy a thread of Swift's cooperative pool.
///
/// Tasks can prefer it too. A task of one of its actors then resumes here after waiting, instead of first on a thread
/// of the pool.
public final class SerialQueue: SerialExecutor, TaskExecutor {
  /// The queue itself, for event handlers that must run on it.
  package let queue: DispatchQueue

  // Its value on a queue says which queue that is.
  private static let place = DispatchSpecificKey<ObjectIdentifier>()

  /// Creates a queue with a label for debuggers.
  public init(label: String) {
    queue = DispatchQueue(label: label)
    queue.setSpecific(key: SerialQueue.place, value: ObjectIdentifier(self))
  }

  /// Whether the caller runs on a queue of this type, where it may block.
  package static var isAnyCurrent: Bool { DispatchQueue.getSpecific(key: place) != nil }

  /// Whether the caller runs on this queue.
  private var isCurrent: Bool {
    DispatchQueue.getSpecific(key: SerialQueue.place) == ObjectIdentifier(self)
  }

  /// Runs a job after the jobs enqueued before it.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async {
      unsafe job.runSynchronously(
        isolatedTo: self.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor())
    }
  }

  /// Runs a body after the jobs enqueued before it, on the caller's thread, which waits for them.
  package func runNow<Output>(_ body: () throws -> Output) rethrows -> Output {
    try isCurrent ? body() : queue.sync(execute: body)
  }

  /// Stops the program if the caller isn't running on this queue.
  public func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}

package import Dispatch

/// A serial queue that actors can run on, so that blocking calls never occupy a thread of Swift's cooperative pool.
///
/// Tasks can prefer it too. A task of one of its actors then resumes here after waiting, instead of first on a thread
/// of the pool.
public final class SerialQueue: SerialExecutor, TaskExecutor {
  /// The queue itself, for event handlers that must run on it.
  package let queue: DispatchQueue

  /// Creates a queue with a label for debuggers.
  public init(label: String) { queue = DispatchQueue(label: label) }

  /// Runs a job after the jobs enqueued before it.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async {
      unsafe job.runSynchronously(
        isolatedTo: self.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor())
    }
  }

  /// Stops the program if the caller isn't running on this queue.
  public func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}

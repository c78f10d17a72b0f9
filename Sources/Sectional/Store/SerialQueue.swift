package import Dispatch

/// A serial queue that actors can run on, so that blocking calls never hold a thread of Swift's pool.
///
/// Tasks can prefer it too: a task of one of its actors that waited then goes on here, and not first on a thread of the
/// pool.
package final class SerialQueue: SerialExecutor, TaskExecutor {
  /// The queue itself, for events that are to come on it.
  package let queue: DispatchQueue

  /// Makes a queue with a label for debuggers.
  package init(label: String) { queue = DispatchQueue(label: label) }

  /// Runs a job after the ones before it.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async {
      unsafe job.runSynchronously(
        isolatedTo: self.asUnownedSerialExecutor(), taskExecutor: self.asUnownedTaskExecutor())
    }
  }

  /// Stops the program unless it runs on this queue.
  package func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}

package import Dispatch

/// A serial queue that actors can run on, so that blocking calls never hold a thread of Swift's pool.
package final class SerialQueue: SerialExecutor {
  /// The queue itself, for events that are to come on it.
  package let queue: DispatchQueue

  /// Makes a queue with a label for debuggers.
  package init(label: String) { queue = DispatchQueue(label: label) }

  /// Runs a job after the ones before it.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Stops the program unless it runs on this queue.
  package func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}

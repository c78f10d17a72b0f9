import SectionalCPostgres

/// Asks a server to cancel what a connection is doing, from any thread.
@safe final class PostgresCancellation: Sendable {
  /// What is needed to reach the server: created once, only read, and freed when it can no longer be used.
  // `PQcancel` may be called by any thread while others use the connection.
  @safe private struct Request: @unchecked Sendable {
    let pointer: OpaquePointer
  }

  private let request: Request?

  init(_ handle: PostgresHandle) {
    request = unsafe PQgetCancel(handle.pointer).map { unsafe Request(pointer: $0) }
  }

  deinit { if let request { unsafe PQfreeCancel(request.pointer) } }

  /// Sends the request over a connection of its own, and waits until the server has taken it.
  ///
  /// - Returns: Whether the server has signalled the connection's process, so that no later statement is cancelled.
  func send() -> Bool {
    guard let request else { return false }
    var message = [CChar](repeating: 0, count: 256)
    return unsafe PQcancel(request.pointer, &message, 256) == 1
  }
}

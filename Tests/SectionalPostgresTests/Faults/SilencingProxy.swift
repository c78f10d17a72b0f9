import Foundation
import Sectional
import SectionalTesting

/// Passes bytes between clients and a server, until one connection falls silent without being closed.
///
/// State: guarded by its lock. Each direction of a connection has a thread, which ends with the connection.
final class SilencingProxy: Sendable {
  #if canImport(Darwin)
    private static let stream = SOCK_STREAM
    private static let noSignal: Int32 = 0
  #else
    private static let stream = Int32(SOCK_STREAM.rawValue)
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #endif

  private struct State {
    /// How many more pieces the server's answers may have before their connection falls silent; `nil` if none does.
    var rest: Int?
    var silenced = 0
  }

  private let state = Locked(State())
  private let listener: Int32
  let port: UInt16
  private let server: String

  /// Starts a proxy on the loopback interface for a server's Unix socket.
  init(for server: String) throws {
    self.server = server
    listener = socket(AF_INET, SilencingProxy.stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe bind(descriptor, address, length) == 0 && listen(descriptor, 64) == 0
          && getsockname(descriptor, address, &length) == 0
      }
    }
    guard isBound else { throw LawViolation(.oracle, "the proxy has no port") }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { [self] in serve() }
  }

  deinit { close(listener) }

  /// Ends the proxy's thread that waits for clients.
  func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

  /// Makes the next connection that receives a number of pieces fall silent; later connections aren't affected.
  func silence(after pieces: Int) { state.withLock { $0.rest = pieces } }

  /// The number of connections that fell silent.
  var silenced: Int { state.withLock { $0.silenced } }

  private func serve() {
    while true {
      let client = accept(listener, nil, nil)
      guard client >= 0 else { return }
      let upstream = connectUpstream()
      Thread.detachNewThread { [self] in pass(from: client, to: upstream) { false } }
      Thread.detachNewThread { [self] in
        pass(from: upstream, to: client) { [self] in isToFallSilent() }
      }
    }
  }

  private func isToFallSilent() -> Bool {
    state.withLock { state in
      guard let rest = state.rest else { return false }
      state.rest = rest > 0 ? rest - 1 : nil
      if rest == 0 { state.silenced += 1 }
      return rest == 0
    }
  }

  private func pass(from source: Int32, to target: Int32, _ isSilent: () -> Bool) {
    var bytes = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = unsafe read(source, &bytes, bytes.count)
      guard count > 0 else { break }
      // A silent connection stays open: neither end hears of anything.
      if isSilent() { return }
      var sent = 0
      while sent < count {
        let written = unsafe bytes.withUnsafeBytes { bytes in
          unsafe send(
            target, bytes.baseAddress?.advanced(by: sent), count - sent, SilencingProxy.noSignal)
        }
        guard written > 0 else { break }
        sent += written
      }
      guard sent == count else { break }
    }
    shutdown(source, Int32(SHUT_RDWR))
    shutdown(target, Int32(SHUT_RDWR))
  }

  private func connectUpstream() -> Int32 {
    let upstream = socket(AF_UNIX, SilencingProxy.stream, 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { path in
      unsafe path.copyBytes(from: Array(server.utf8).prefix(107))
    }
    unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        unsafe _ = connect(upstream, address, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    return upstream
  }
}

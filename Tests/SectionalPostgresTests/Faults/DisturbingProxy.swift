import Foundation
import Sectional
import SectionalTesting

/// Passes bytes between clients and a server, until chosen pieces of them go wrong.
///
/// State: guarded by its lock. Each direction of a connection has a thread, which ends with the connection.
final class DisturbingProxy: Sendable {
  /// What happens to a piece.
  enum Fault: CaseIterable {
    /// Its connection is closed instead.
    case cut
    /// Half of it arrives, and then its connection is closed.
    case shorten
    /// It arrives late.
    case delay
    /// From it on, nothing arrives until the connection is closed.
    case silence
  }

  #if canImport(Darwin)
    private static let stream = SOCK_STREAM
    private static let noSignal: Int32 = 0
  #else
    private static let stream = Int32(SOCK_STREAM.rawValue)
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #endif

  private struct State {
    var fault = Fault.silence
    /// The numbers of the pieces that go wrong.
    var chosen = 0..<0
    var pieces = 0
    var disturbed = 0
  }

  /// The descriptors of a connection, which are closed when both of its threads have ended.
  private final class Ends: Sendable {
    let client: Int32
    let upstream: Int32

    init(client: Int32, upstream: Int32) { (self.client, self.upstream) = (client, upstream) }

    deinit {
      close(client)
      close(upstream)
    }
  }

  private let state = Locked(State())
  private let listener: Int32
  let port: UInt16
  private let server: String

  /// Starts a proxy on the loopback interface for a server's Unix socket.
  ///
  /// - Parameter url: The URL of a database on the server.
  /// - Throws: ``LawViolation`` if the URL names no socket, or there is no port.
  init(for url: String) throws {
    let parts = URLComponents(string: url)
    guard let folder = parts?.queryItems?.first(where: { $0.name == "host" })?.value else {
      throw LawViolation(.oracle, "the URL has no folder of a socket")
    }
    let number = parts?.queryItems?.first { $0.name == "port" }?.value ?? "5432"
    server = "\(folder)/.s.PGSQL.\(number)"
    listener = socket(AF_INET, DisturbingProxy.stream, 0)
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

  /// Chooses pieces that go wrong, of all connections and in both directions.
  ///
  /// - Parameters:
  ///   - fault: What happens to them.
  ///   - first: The number of the first one, counted from 1 and from now on.
  ///   - count: How many go wrong in a row.
  func disturb(_ fault: Fault, from first: Int, count: Int = 1) {
    state.withLock {
      $0 = State(fault: fault, chosen: first..<(first + count))
    }
  }

  /// Lets all further pieces arrive.
  func calm() { state.withLock { $0.chosen = 0..<0 } }

  /// The number of pieces since they were chosen from.
  var pieces: Int { state.withLock { $0.pieces } }

  /// The number of pieces that went wrong.
  var disturbed: Int { state.withLock { $0.disturbed } }

  private func serve() {
    while true {
      let client = accept(listener, nil, nil)
      guard client >= 0 else { return }
      let ends = Ends(client: client, upstream: connectUpstream())
      Thread.detachNewThread { [self] in pass(from: ends.client, to: ends.upstream, of: ends) }
      Thread.detachNewThread { [self] in pass(from: ends.upstream, to: ends.client, of: ends) }
    }
  }

  /// Counts a piece, and returns what happens to it, if it goes wrong.
  private func nextFault() -> Fault? {
    state.withLock { state in
      state.pieces += 1
      guard state.chosen.contains(state.pieces) else { return nil }
      state.disturbed += 1
      return state.fault
    }
  }

  private func pass(from source: Int32, to target: Int32, of ends: Ends) {
    defer { withExtendedLifetime(ends) {} }
    var bytes = [UInt8](repeating: 0, count: 65536)
    var isSilent = false
    passing: while true {
      let count = unsafe read(source, &bytes, bytes.count)
      guard count > 0 else { break }
      // A silent connection is still closed at both ends.
      guard !isSilent else { continue }
      switch nextFault() {
      case .silence:
        isSilent = true
        continue
      case .cut: break passing
      case .shorten:
        _ = send(bytes[..<(count / 2)], to: target)
        break passing
      case .delay: Thread.sleep(forTimeInterval: 0.005)
      case nil: break
      }
      guard send(bytes[..<count], to: target) else { break }
    }
    shutdown(source, Int32(SHUT_RDWR))
    shutdown(target, Int32(SHUT_RDWR))
  }

  /// Sends bytes; returns whether all were taken.
  private func send(_ bytes: ArraySlice<UInt8>, to target: Int32) -> Bool {
    unsafe bytes.withUnsafeBytes { bytes in
      var sent = 0
      while sent < bytes.count {
        let rest = unsafe bytes.baseAddress?.advanced(by: sent)
        let written = unsafe Foundation.send(
          target, rest, bytes.count - sent, DisturbingProxy.noSignal)
        guard written > 0 else { return false }
        sent += written
      }
      return true
    }
  }

  private func connectUpstream() -> Int32 {
    let upstream = socket(AF_UNIX, DisturbingProxy.stream, 0)
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

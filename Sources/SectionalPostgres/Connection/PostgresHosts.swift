/// The hosts that a target names, of which libpq tries one after the other.
///
/// libpq goes on to the next host if one refuses, but leaves it to its caller how long to wait for one that doesn't answer,
/// and then has no way to go on.
struct PostgresHosts: Sendable, Equatable {
  private struct Host: Equatable {
    let name: String
    let address: String
    let port: String

    func isCalled(_ name: String, port: String) -> Bool {
      let known = self.name.isEmpty ? address : self.name
      return (known.isEmpty || known == name) && (self.port.isEmpty || self.port == port)
    }
  }

  private var hosts: [Host]
  /// Whether ports are named, which must then be as many as the hosts.
  private let hasPorts: Bool

  private static let usualPort = "5432"

  /// Reads the lists of libpq's parameters `host`, `hostaddr` and `port`.
  init(names: String, addresses: String, ports: String) {
    func list(_ text: String) -> [String] {
      text.isEmpty
        ? [] : text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let (names, addresses, ports) = (list(names), list(addresses), list(ports))
    func element(_ list: [String], _ place: Int) -> String {
      list.indices.contains(place) ? list[place] : ""
    }
    hasPorts = !ports.isEmpty
    hosts = (0..<max(addresses.isEmpty ? names.count : addresses.count, 1)).map { place in
      Host(
        name: element(names, place), address: element(addresses, place),
        port: ports.count == 1 ? ports[0] : element(ports, place))
    }
  }

  /// Returns the others, or `nil` if there are none or the host isn't one of them.
  func without(name: String, port: String) -> PostgresHosts? {
    guard hosts.count > 1,
      let place = hosts.firstIndex(where: { $0.isCalled(name, port: port) })
    else { return nil }
    var others = self
    others.hosts.remove(at: place)
    return others
  }

  /// The parameters for libpq.
  var parameters: [(name: String, value: String)] {
    // An empty port doesn't override that of the target's text.
    let ports = hasPorts ? hosts.map { $0.port.isEmpty ? PostgresHosts.usualPort : $0.port } : []
    return [
      ("host", hosts.map(\.name)), ("hostaddr", hosts.map(\.address)), ("port", ports),
    ].compactMap { name, values in
      values.allSatisfy(\.isEmpty) ? nil : (name, values.joined(separator: ","))
    }
  }
}

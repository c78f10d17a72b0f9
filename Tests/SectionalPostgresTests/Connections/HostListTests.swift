import Testing

@testable import SectionalPostgres

/// The hosts that are left when one of several doesn't answer.
@Suite struct HostListTests {
  private func parameters(_ hosts: PostgresHosts?) -> [String: String]? {
    hosts.map { Dictionary($0.parameters.map { ($0.name, $0.value) }) { first, _ in first } }
  }

  @Test func `a host is left out with its address and its port`() {
    let hosts = PostgresHosts(names: "a,b,c", addresses: "1.1.1.1,,3.3.3.3", ports: "1,2,3")
    #expect(
      parameters(hosts.without(name: "b", port: "2")) == [
        "host": "a,c", "hostaddr": "1.1.1.1,3.3.3.3", "port": "1,3",
      ])
    #expect(hosts.without(name: "d", port: "2") == nil)
    #expect(hosts.without(name: "b", port: "3") == nil)
  }

  @Test func `a port for all hosts stays with each, and none is made up`() {
    let shared = PostgresHosts(names: "a,b", addresses: "", ports: "7")
    #expect(
      parameters(shared.without(name: "a", port: "7")) == ["host": "b", "port": "7"])
    let none = PostgresHosts(names: "a,b", addresses: "", ports: "")
    #expect(parameters(none.without(name: "a", port: "5432")) == ["host": "b"])
  }

  @Test func `ports that a URL leaves out are the usual ones`() {
    let hosts = PostgresHosts(names: "a,b", addresses: "", ports: ",")
    #expect(
      parameters(hosts.without(name: "a", port: "5432")) == ["host": "b", "port": "5432"])
  }

  @Test func `the same host with several ports is several hosts`() {
    let hosts = PostgresHosts(names: "a,a", addresses: "", ports: "1,2")
    #expect(parameters(hosts.without(name: "a", port: "2")) == ["host": "a", "port": "1"])
  }

  @Test func `an address without a name is one of several hosts`() {
    let hosts = PostgresHosts(names: "", addresses: "1.1.1.1,2.2.2.2", ports: "")
    #expect(parameters(hosts.without(name: "1.1.1.1", port: "5432")) == ["hostaddr": "2.2.2.2"])
  }

  @Test func `the last host is not left out`() {
    #expect(
      PostgresHosts(names: "a", addresses: "", ports: "").without(name: "a", port: "1") == nil)
    #expect(PostgresHosts(names: "", addresses: "", ports: "").without(name: "", port: "1") == nil)
  }
}

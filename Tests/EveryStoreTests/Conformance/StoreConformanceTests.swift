import Sectional
import SectionalPostgres
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Our own stores keep every rule.
@Suite struct OwnStoreConformanceTests {
  @Test(arguments: ConformanceRule.allCases, [false, true])
  func `a file keeps every rule`(rule: ConformanceRule, isLogged: Bool) async throws {
    try await StoreConformance {
      try await SQLiteSubject(isLogged: isLogged) { $0.changeSource() }
    }.check(rule)
  }

  @Test(arguments: ConformanceRule.allCases, [false, true])
  func `a server keeps every rule`(rule: ConformanceRule, isLogged: Bool) async throws {
    try await StoreConformance {
      try await PostgresSubject(isLogged: isLogged) { $0.changeSource() }
    }.check(rule)
  }
}

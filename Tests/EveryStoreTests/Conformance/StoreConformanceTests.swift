import Sectional
import SectionalPostgres
import SectionalSQLite
import SectionalTesting
import TestSupport
import Testing

/// Our own stores keep every rule.
@Suite struct OwnStoreConformanceTests {
  @Test(arguments: ConformanceRule.allCases, ItemLog.allCases)
  func `a file keeps every rule`(rule: ConformanceRule, log: ItemLog) async throws {
    try await StoreConformance {
      try await SQLiteSubject(log: log) { $0.changeSource() }
    }.check(rule)
  }

  @Test(arguments: ConformanceRule.allCases, ItemLog.allCases)
  func `a server keeps every rule`(rule: ConformanceRule, log: ItemLog) async throws {
    try await StoreConformance {
      try await PostgresSubject(log: log) { $0.changeSource() }
    }.check(rule)
  }
}

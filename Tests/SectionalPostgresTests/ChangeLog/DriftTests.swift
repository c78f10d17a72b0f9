import Sectional
import SectionalPostgres
import SectionalTesting
import TestSupport
import Testing

/// No matter how tables and triggers change after an installation, a user's writes work and lists are correct.
@MainActor @Suite struct DriftTests {
  @Test(arguments: DriftCase.all)
  func `writes work and the list is right, no matter what happened to the log`(example: DriftCase)
    async throws
  {
    let bench = try await LogBench(DriftCase.schema)
    try await bench.write("UPDATE item SET n = 100 WHERE id = 10")
    try await bench.check(fullFetches: 1)
    try await bench.write(example.sql)
    try await bench.check(fullFetches: bench.list.diagnostics.fullFetches, "at once")
    #expect(try await bench.status() == example.status)
    for sql in example.writes {
      try await bench.write(sql)
      try await bench.check(fullFetches: bench.list.diagnostics.fullFetches, sql)
    }
    #expect(try await bench.status() == example.status)
  }

  @Test(arguments: DriftCase.all)
  func `writes work and the list is right when it looks only afterwards`(example: DriftCase)
    async throws
  {
    let bench = try await LogBench(DriftCase.schema)
    try await bench.write("UPDATE item SET n = 100 WHERE id = 10")
    try await bench.database.write(example.sql)
    try await bench.write(example.writes.joined(separator: ";\n"))
    try await bench.check(fullFetches: bench.list.diagnostics.fullFetches)
  }

  @Test(arguments: DriftCase.all.filter(\.isRepairable))
  func `installing the log again repairs it`(example: DriftCase) async throws {
    let bench = try await LogBench(DriftCase.schema)
    try await bench.database.write(example.sql)
    try await bench.store.installChangeLog(for: ["item"], notifying: false)
    #expect(try await bench.status() == .installed)
    try await bench.list.refresh()
    let before = bench.list.diagnostics.fullFetches
    for sql in example.writes where !sql.hasPrefix("TRUNCATE") {
      try await bench.write(sql)
      try await bench.check(fullFetches: before, sql)
    }
    #expect(try await bench.store.changeLogStatements(for: ["item"], notifying: false).isEmpty)
  }

  @Test func `a list that follows by itself is right through one drift after the other`()
    async throws
  {
    let bench = try await LogBench(
      DriftCase.schema, notifying: true, following: .notifications)
    for (number, sql) in [
      "ALTER TABLE item ADD COLUMN more int", "UPDATE item SET more = 3",
      "ALTER TABLE item DISABLE TRIGGER zz_sectional_update", "UPDATE item SET more = 4",
      "DROP SCHEMA sectional_log_sectional CASCADE", "UPDATE item SET more = 5", "",
      "UPDATE item SET more = 6",
      "ALTER TABLE item RENAME TO other", "ALTER TABLE other RENAME TO item",
    ].enumerated() {
      if sql.isEmpty {
        try await bench.store.installChangeLog(for: ["item"])
      } else {
        try await bench.database.write(sql)
      }
      // No list can show a table without a name.
      if number == 8 { continue }
      // Without notifications, the server is polled, at the latest when a refresh asks for it.
      try? await wait {
        _ = try? await bench.list.refresh()
        return try await bench.showsTruth()
      }
      try await bench.check(fullFetches: nil, sql)
    }
  }
}

import Foundation
import Sectional
import SectionalPostgres
import SectionalTesting
import Testing

/// Every name in this package's statements is qualified.
@Suite(.serialized) @MainActor struct StatementNameTests {
  @Test func `no statement that is sent has a name without a schema`() async throws {
    let cluster = try await PostgresCluster()
    _ = try await ScratchServerDatabase("CREATE ROLE owner LOGIN", on: cluster.url)
    let database = try await ScratchServerDatabase(Tour.tables(ownedBy: "owner"), on: cluster.url)
    let name = try await database.write("SELECT current_database()").split(separator: "\n").joined()
    for setting in ["log_statement = 'all'", "log_min_messages = 'log'"] {
      try await database.write("ALTER ROLE owner IN DATABASE \(name) SET \(setting)")
    }
    let store = try PostgresStore(
      database.url(["user": "owner"]), connectionLimit: 2, pollInterval: .milliseconds(20))
    try await Tour(store: store, database: database).run()
    let statements = Set(try ServerLog(of: cluster).statements)
    // The tour's own statements are the user's.
    let ours = statements.filter { !$0.contains("public.gem WHERE false") }
    #expect(ours.count > 60)
    for statement in ours.sorted() {
      let complaints = NameCheck(statement).complaints
      #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))\n\(statement)")
    }
  }

  @Test(arguments: [
    "SELECT count(*) FROM pg_catalog.pg_class", "SELECT 1 FROM pg_class",
    "SELECT x.a = 1 FROM a.b x", "SELECT x.a::text FROM a.b x", "SELECT a IN (1, 2) FROM a.b",
    "SELECT a IS DISTINCT FROM 1 FROM a.b", "SELECT a FROM a.b ORDER BY a COLLATE \"C\"",
    "SELECT CASE a WHEN 1 THEN 2 END FROM a.b", "DO $x$ BEGIN PERFORM now(); END $x$",
    "UPDATE item SET a = 1", "UPDATE a.b SET a = 1 WHERE b = 2", "DELETE FROM item",
    "LOCK TABLE item", "SELECT a FROM a.b JOIN item ON true", "SELECT '1'::\"char\"",
  ])
  func `an unqualified name is found`(sql: String) {
    #expect(!NameCheck(sql).complaints.isEmpty)
  }
}

/// The statements in a server's log.
struct ServerLog {
  /// The statements of sessions whose role logs them.
  let statements: [String]

  init(of cluster: PostgresCluster) throws {
    let folder = URLComponents(string: cluster.url)?.queryItems?.first { $0.name == "host" }?.value
    let text = try String(contentsOfFile: "\(folder ?? "")/log", encoding: .utf8)
    var statements: [String] = []
    for line in text.split(separator: "\n") {
      // The continuation lines of a statement are indented.
      if line.hasPrefix("\t") {
        // Those of other messages aren't wanted.
        guard let last = statements.popLast() else { continue }
        statements.append(last.isEmpty ? "" : "\(last)\n\(line.dropFirst())")
      } else if let start = line.firstRange(of: #/LOG:  (statement|execute [^:]*|parse [^:]*): /#) {
        statements.append(String(line[start.upperBound...]))
      } else {
        statements.append("")
      }
    }
    self.statements = statements.filter { !$0.isEmpty }
  }
}

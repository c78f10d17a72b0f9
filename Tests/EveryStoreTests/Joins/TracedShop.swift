import Sectional
import SectionalPostgres
import SectionalSQLite
import SectionalTesting
import TestSupport

/// A database with customers, their orders and an archive of orders, which random transactions change.
struct TracedShop {
  let store: TestStore
  private var random: SeededGenerator

  /// Creates the tables, and for a query from a view, the view.
  init(_ kind: StoreKind, _ query: TracedQuery, seed: UInt64 = 1) async throws {
    random = SeededGenerator(seed: seed)
    let tables = """
      CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT, boss INTEGER);
      CREATE TABLE orders(id INTEGER PRIMARY KEY, customer INTEGER, status TEXT, total INTEGER);
      CREATE TABLE archive(id INTEGER PRIMARY KEY, customer INTEGER, status TEXT);
      \(query.isView ? "CREATE VIEW shown AS \(query.sql);" : "")
      """
    store = try await TestStore(kind, sqlite: tables, postgres: tables)
  }

  /// Has the database log all changes, with the old values that lists need.
  func installLogs() async throws {
    try await store.installChangeLog(for: ["customer"])
    switch store.base {
    case .memory: break
    case .sqlite(let store, _):
      try await store.installChangeLog(for: ["orders", "archive"], oldValuesOf: ["customer"])
    case .postgres(let store, _):
      try await store.installChangeLog(for: ["orders", "archive"], oldValuesOf: ["customer"])
    }
  }

  /// Returns the lines of a statement's rows, as another program reads them.
  func lines(_ sql: String) async throws -> [String] {
    try await store.writeElsewhere(sql).split(separator: "\n", omittingEmptySubsequences: true)
      .map(String.init)
  }

  /// Returns the statements of a random transaction.
  mutating func transaction() -> [String] {
    (0...random.below(3)).map { _ in statement() }
  }

  private mutating func statement() -> String {
    let (id, other) = (random.below(9) + 1, random.below(9) + 1)
    let customer = random.happens(onceIn: 6) ? "NULL" : "\(random.below(7) + 1)"
    let status = random.element(of: ["'open'", "'paid'", "'sent'", "NULL"]) ?? "NULL"
    switch random.below(14) {
    case 0, 1, 2:
      return """
        INSERT INTO orders VALUES (\(id), \(customer), \(status), \(random.below(90)))
        ON CONFLICT (id) DO UPDATE SET customer = excluded.customer, status = excluded.status
        """
    case 3: return "DELETE FROM orders WHERE id = \(id)"
    case 4: return "UPDATE orders SET customer = \(customer) WHERE id = \(id)"
    case 5:
      return "UPDATE orders SET status = \(status), total = \(other) WHERE customer = \(other)"
    case 6, 7:
      return """
        INSERT INTO customer VALUES (\(id), 'name \(random.below(20))', \(customer))
        ON CONFLICT (id) DO UPDATE SET name = excluded.name, boss = excluded.boss
        """
    case 8: return "DELETE FROM customer WHERE id = \(id)"
    case 9: return "UPDATE customer SET name = 'renamed \(random.below(20))' WHERE id = \(id)"
    case 10:
      return """
        UPDATE customer SET id = \(other)
        WHERE id = \(id) AND NOT EXISTS (SELECT 1 FROM customer WHERE id = \(other))
        """
    case 11: return "UPDATE customer SET boss = \(customer) WHERE id = \(id)"
    case 12:
      return """
        INSERT INTO archive VALUES (\(id), \(customer), \(status))
        ON CONFLICT (id) DO UPDATE SET customer = excluded.customer
        """
    default: return "DELETE FROM archive WHERE id = \(id)"
    }
  }
}

extension TestStore {
  /// Runs statements in one transaction, of the store or of another program.
  func run(_ statements: [String], elsewhere isElsewhere: Bool) async throws {
    guard !isElsewhere else {
      try await writeElsewhere("BEGIN; \(statements.joined(separator: "; ")); COMMIT;")
      return
    }
    switch base {
    case .memory: break
    case .sqlite(let store, _):
      try await store.write { for sql in statements { _ = try $0.execute(sql) } }
    case .postgres(let store, _):
      try await store.write { for sql in statements { _ = try await $0.execute(sql) } }
    }
  }

  /// Opens a list of rows whose change sets are replayed.
  @MainActor func replayedRows(
    _ request: ResultsRequest<StoredRow>
  ) async throws -> RecordedList {
    func open(_ store: some ResultsStore) async throws -> RecordedList {
      try await RecordedList(request, store, sectionBy: nil)
    }
    return try await open(store)
  }
}

extension RecordedList {
  /// The cells of each row, as a database's program prints them.
  var lines: [String] {
    controller.results.rows.map { row in
      controller.results.columns.names.map { column in
        switch row[column] {
        case .integer(let integer): "\(integer)"
        case .text(let text): text
        default: ""
        }
      }.joined(separator: "|")
    }
  }
}

import Foundation
import Sectional
import SectionalPostgres
import SectionalSQL
import SectionalSQLite

extension StoreAddress {
  /// Returns the tables and views that the user may read, by name.
  func tables() async throws -> [TableSummary] {
    switch kind {
    case .file(let path):
      let store = try SQLiteStore(path: path, access: .readOnly)
      return try await StoreAddress.tables(StoreAddress.tables(of: store), loggedIn: store)
    case .server(let url):
      let store = try PostgresStore(url)
      return try await StoreAddress.tables(StoreAddress.tables(of: store), loggedIn: store)
    }
  }

  /// Returns tables with what is known of their change logs.
  private static func tables(
    _ tables: [TableSummary], loggedIn store: some ChangeLoggingStore
  ) async throws -> [TableSummary] {
    let logs = try await store.changeLogStatus(of: nil)
    return tables.map { table in
      var table = table
      if !table.isView { table.log = logs[table.name] }
      return table
    }
  }

  /// Files of this size are counted.
  private static let countedBytes: Int64 = 1 << 30

  private static func tables(of store: SQLiteStore) async throws -> [TableSummary] {
    try await store.read { reader in
      let rows = try await reader.fetch(
        request(
          """
          SELECT m.name AS name, m.type AS type,
          CASE WHEN m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL %' THEN (SELECT json_group_array(name)
            FROM (SELECT name FROM pragma_table_info(m.name) WHERE pk > 0 ORDER BY pk)) END AS key
          FROM main.sqlite_master AS m WHERE m.type IN ('table', 'view')
          AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND m.name <> 'sectional_log'
          """))
      let size = try await reader.fetch(
        request(
          "SELECT 'bytes' AS name, page_count * page_size AS n FROM pragma_page_count, pragma_page_size"
        ))
      let isCounted = size.first?["n"]?.integerValue.map { $0 < countedBytes } ?? false
      let sizes = isCounted ? try? await reader.fetch(request(sizesOfFile)) : nil
      let estimates = isCounted ? nil : try? await reader.fetch(request(estimatesOfFile))
      let shadows = shadowTables(try await reader.fetch(request(tablesOfModules)))
      var tables: [TableSummary] = []
      for row in rows.sorted(by: { name(of: $0) < name(of: $1) })
      where shadows[name(of: row)] == nil {
        var table = TableSummary(name: name(of: row), isView: row["type"] == .text("view"))
        table.key = (row["key"]?.textValue).flatMap(names) ?? []
        table.hasKey = !table.isView
        table.bytes = bytes(of: table.name, shadows, in: sizes)
        table.rows = number("n", of: table.name, in: estimates)
        table.isEstimated = table.rows != nil
        if isCounted {
          do throws(StoreError) {
            if table.isView {
              try await measure(&table, reader)
            } else {
              table.rows = try await count(of: table.name, reader)
            }
          } catch {
            table.problem = ErrorText.text(error)
          }
        }
        tables.append(table)
      }
      return tables
    }
  }

  /// Returns the tables in which the modules of virtual tables keep rows, with the virtual table of each, as far as it is known.
  private static func shadowTables(_ rows: [StoredRow]) -> [String: String] {
    let shadows = rows.filter { $0["type"] == .text("shadow") }.map(name(of:))
    let others = rows.filter { $0["type"] == .text("virtual") }.map(name(of:))
    return Dictionary(
      shadows.map { shadow in
        // Of docs and docs_old, docs_old_data belongs to the latter.
        let owner = others.filter { shadow.hasPrefix("\($0)_") }.max { $0.count < $1.count }
        return (shadow, owner ?? "")
      }
    ) { first, _ in first }
  }

  /// Returns the size of a table, with that of the tables in which its module keeps its rows.
  private static func bytes(
    of table: String, _ shadows: [String: String], in sizes: [StoredRow]?
  ) -> Int? {
    let names = [table] + shadows.filter { $0.value == table }.keys
    let known = names.compactMap { number("n", of: $0, in: sizes) }
    return known.isEmpty ? nil : known.reduce(0, +)
  }

  private static func count(
    of table: String, _ reader: SQLiteReader
  ) async throws(StoreError) -> Int? {
    let sql = "SELECT 'n' AS name, count(*) AS n FROM main.\(QuotedIdentifier.quoted(table))"
    return number("n", of: "n", in: try await reader.fetch(request(sql)))
  }

  /// The most rows of a view that are counted: a view can take long, or have no end.
  private static let mostRowsOfView = 100_000

  /// Counts a view's rows, and finds a column that tells them apart.
  private static func measure(
    _ view: inout TableSummary, _ reader: SQLiteReader
  ) async throws(StoreError) {
    let name = "main.\(QuotedIdentifier.quoted(view.name))"
    let rows = "(SELECT * FROM \(name) LIMIT \(mostRowsOfView + 1))"
    let columns = try await reader.fetch(
      request(
        "SELECT name, cid FROM pragma_table_info(\(QuotedText.quoted(view.name)))"))
    // A view's first columns mostly say which row it is; another column can be unique by accident.
    let names = columns.sorted { place(of: $0) < place(of: $1) }.map(name(of:))
    let distinct = names.prefix(mostColumns).map {
      "count(DISTINCT \(QuotedIdentifier.quoted($0)))"
    }
    let counts = (["count(*)"] + distinct).enumerated().map { "\($1) AS n\($0)" }
    let row = try await reader.fetch(
      request("SELECT 'n' AS name, \(counts.joined(separator: ", ")) FROM \(rows)")
    ).first
    guard let row, let count = row["n0"]?.integerValue else { return }
    view.rows = Int(min(count, Int64(mostRowsOfView)))
    view.isMore = count > mostRowsOfView
    guard !view.isMore else { return }
    view.keyToName =
      names.prefix(mostColumns).enumerated().first { place, _ in
        row["n\(place + 1)"]?.integerValue == count
      }?.element
  }

  /// The most columns of a view that are tried as its key.
  private static let mostColumns = 8

  private static func tables(of store: PostgresStore) async throws -> [TableSummary] {
    try await store.read { reader in
      let rows = try await reader.fetch(request(tablesOfServer))
      return rows.map { row in
        var table = TableSummary(name: name(of: row), isView: row["kind"] == .text("v"))
        table.rows = row["rows"]?.integerValue.map(Int.init)
        table.isEstimated = true
        table.bytes = row["bytes"]?.integerValue.map(Int.init)
        if row["locked"]?.integerValue == 1 {
          table.problem = "another program has locked it; try again"
        }
        table.key = (row["key"]?.textValue).flatMap(names) ?? []
        table.hasKey = !table.key.isEmpty
        return table
      }.sorted { $0.name < $1.name }
    }
  }

  private static func request(_ sql: String) -> ResultsRequest<StoredRow> {
    ResultsRequest(source: .query(StoreText(sql)), keyColumns: ["name"])
  }

  private static func name(of row: StoredRow) -> String { row["name"]?.textValue ?? "" }

  /// Returns where a column is to be tried as a key: a column named id first, and then in the order of the columns.
  private static func place(of column: StoredRow) -> Int64 {
    name(of: column).lowercased() == "id" ? -1 : column["cid"]?.integerValue ?? 0
  }

  private static func number(_ column: String, of name: String, in rows: [StoredRow]?) -> Int? {
    rows?.first { $0["name"]?.textValue == name }?[column]?.integerValue.map(Int.init)
  }

  /// Reads names from a JSON array.
  private static func names(_ json: String) -> [String]? {
    try? JSONDecoder().decode([String].self, from: Data(json.utf8))
  }

  /// Virtual tables, such as those for full-text search, and the tables in which their modules keep rows.
  private static let tablesOfModules =
    "SELECT name, type FROM pragma_table_list WHERE schema = 'main' AND type IN ('shadow', 'virtual')"

  private static let sizesOfFile =
    """
    SELECT m.tbl_name AS name, sum(s.pgsize) AS n FROM dbstat AS s
    JOIN main.sqlite_master AS m ON m.name = s.name GROUP BY m.tbl_name
    """

  private static let estimatesOfFile =
    "SELECT tbl AS name, max(CAST(stat AS INTEGER)) AS n FROM main.sqlite_stat1 GROUP BY tbl"

  private static let tablesOfServer =
    """
    SELECT CASE WHEN pg_catalog.pg_table_is_visible(c.oid) THEN c.relname::text
      ELSE pg_catalog.format('%s.%s', n.nspname, c.relname) END AS name,
      CASE WHEN c.relkind IN ('v') THEN 'v' ELSE 't' END AS kind,
      CASE WHEN c.reltuples >= 0 AND c.relkind <> 'v' THEN c.reltuples::bigint END AS rows,
      CASE WHEN c.relkind <> 'v' AND NOT lock.is_there THEN pg_catalog.pg_total_relation_size(c.oid) END AS bytes,
      lock.is_there::int AS locked,
      (SELECT pg_catalog.json_agg(a.attname ORDER BY pg_catalog.array_position(
        i.indkey::int2[], a.attnum))::text FROM pg_catalog.pg_index AS i
      JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
      WHERE i.indrelid = c.oid AND i.indisprimary) AS key
    FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
    CROSS JOIN LATERAL (SELECT EXISTS (SELECT FROM pg_catalog.pg_locks AS l
      WHERE l.mode = 'AccessExclusiveLock'
      AND l.database = (SELECT d.oid FROM pg_catalog.pg_database AS d WHERE d.datname = pg_catalog.current_database())
      AND (l.relation IN (c.oid, c.reltoastrelid) OR l.relation IN (
        SELECT i.indexrelid FROM pg_catalog.pg_index AS i WHERE i.indrelid IN (c.oid, c.reltoastrelid)))) AS is_there) AS lock
    WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
      AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^(pg_|sectional_log_)'
      AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
      AND pg_catalog.has_table_privilege(c.oid, 'SELECT')
    """
}

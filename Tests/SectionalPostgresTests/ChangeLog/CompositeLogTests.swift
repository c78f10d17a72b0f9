import Sectional
import SectionalPostgres
import SectionalTesting
import Testing

/// Values whose texts depend on more than their rows are followed correctly with the log and without it.
@MainActor struct CompositeLogTests {
  private static let types = """
    CREATE TYPE color AS ENUM ('red', 'green'); CREATE TYPE paint AS (tone color, coats int);
    CREATE TYPE wall AS (paint paint, height int); CREATE DOMAIN shade AS color; CREATE DOMAIN deep AS shade;
    CREATE TYPE span AS RANGE (SUBTYPE = color);
    """

  @Test(arguments: [
    ("paint", "ROW('red', 1)"), ("wall", "ROW(ROW('red', 1), 2)"),
    ("wall[]", "ARRAY[ROW(ROW('red', 1), 2)::wall]"),
    ("paint[]", "ARRAY[ROW('red', 1)::paint]"), ("shade", "'red'"), ("deep", "'red'"),
    ("color[]", "'{red,green}'"),
    ("span", "span('red', 'green', '[]')"),
    ("span_multirange", "span_multirange(span('red', 'red', '[]'))"),
  ])
  func `a value that is listed deep inside of others and renamed is seen`(example: (String, String))
    async throws
  {
    let bench = try await LogBench(
      """
      \(CompositeLogTests.types) CREATE TABLE item(id int PRIMARY KEY, value \(example.0));
      INSERT INTO item VALUES (1, \(example.1)), (2, NULL)
      """)
    try await bench.write("INSERT INTO item SELECT 3, value FROM item WHERE id = 1")
    try await bench.check(fullFetches: 1)
    try await bench.write("ALTER TYPE color RENAME VALUE 'red' TO 'crimson'")
    try await bench.check(fullFetches: 2)
    #expect(bench.told() == ["insert": 1, "update": 2])
    try await bench.write("UPDATE item SET value = NULL WHERE id = 3")
    try await bench.check(fullFetches: 2)
  }

  @Test func `a composite's column that gets another name or type is seen`() async throws {
    let bench = try await LogBench(
      """
      \(CompositeLogTests.types) CREATE TABLE item(id int PRIMARY KEY, value paint);
      INSERT INTO item VALUES (1, ROW('red', 1))
      """)
    try await bench.write("ALTER TYPE paint ADD ATTRIBUTE more int CASCADE")
    try await bench.check(fullFetches: 2)
    #expect(bench.told() == ["update": 1])
  }

  @Test(arguments: ["regclass", "regclass[]", "regtype", "regrole", "regnamespace", "aclitem"])
  func `a value that is the name of an object is read again, because it changes with the object`(
    type: String
  )
    async throws
  {
    let value =
      [
        "regclass": "'thing'", "regclass[]": "'{thing}'", "regtype": "'color'",
        "regnamespace": "'public'", "aclitem": "'sectional=r/sectional'",
      ][type]
      ?? "'sectional'"
    let bench = try await LogBench(
      """
      \(CompositeLogTests.types) CREATE TABLE thing(id int);
      CREATE TABLE item(id int PRIMARY KEY, value \(type)); INSERT INTO item VALUES (1, \(value))
      """)
    try await bench.write("ALTER TABLE thing RENAME TO other; ALTER TYPE color RENAME TO tint")
    try await bench.check(fullFetches: 2)
    #expect(
      bench.list.diagnostics.fullFetchReason?.contains("names of other objects") == true,
      "\(bench.list.diagnostics.fullFetchReason ?? "")")
  }

  @Test(arguments: [
    ("paint", "int", "ROW('red', 1), 1", "ROW('green', NULL), 1"),
    ("int", "paint", "1, ROW(NULL, NULL)", "1, ROW('red', 2)"),
    ("wall", "paint", "ROW(ROW('red', 1), 2), ROW('red', 1)", "ROW(NULL, 2), ROW('green', 1)"),
    ("deep", "int", "'red', 1", "'green', 2"),
    ("text", "color", "'a''b\"c\\d', 'red'", "'{', 'green'"),
  ])
  func `keys made of composites are followed row by row`(
    example: (String, String, String, String)
  ) async throws {
    let bench = try await LogBench(
      """
      \(CompositeLogTests.types)
      CREATE TABLE item(a \(example.0), b \(example.1), n int, PRIMARY KEY (a, b));
      INSERT INTO item VALUES (\(example.2), 1)
      """)
    try await bench.write("INSERT INTO item VALUES (\(example.3), 2)")
    try await bench.check(fullFetches: 1)
    try await bench.write("UPDATE item SET n = n + 5")
    try await bench.check(fullFetches: 1)
    #expect(bench.told() == ["insert": 1, "update": 2])
    try await bench.write("DELETE FROM item WHERE n = 7")
    try await bench.check(fullFetches: 1)
    #expect(bench.told() == ["delete": 1])
  }
}

import Testing

/// A type of keys, with values whose texts can be changed by a session's settings or are ambiguous.
struct HostileKeyCase: CustomTestStringConvertible, Sendable {
  /// The types of the key's columns.
  let types: [String]
  /// The keys of the rows that are inserted, as SQL.
  let keys: [String]
  /// The key that the first row gets later.
  let spare: String
  var testDescription: String { "\(types.joined(separator: ", ")) \(spare)" }

  private init(_ types: String..., keys: [String], spare: String) {
    (self.types, self.keys, self.spare) = (types, keys, spare)
  }

  /// The statements that create the table.
  var schema: String {
    let names = types.indices.map { "k\($0)" }.joined(separator: ", ")
    let columns = types.enumerated().map { "k\($0) \($1)" }.joined(separator: ", ")
    return """
      CREATE TYPE color AS ENUM ('red', 'blue, "x"', 'green'); CREATE DOMAIN word AS text;
      CREATE DOMAIN day AS date; CREATE TYPE pair AS (number int, word text);
      CREATE TABLE item(\(columns), n int NOT NULL, PRIMARY KEY (\(names)));
      GRANT SELECT, INSERT, UPDATE, DELETE ON item TO writer;
      """
  }

  /// The statements to run one by one, each with the changes that a list must report.
  var statements: [(sql: String, told: [String: Int])] {
    let rows = keys.enumerated().map { "(\($1), \($0))" }.joined(separator: ", ")
    let names = types.indices.map { "k\($0)" }.joined(separator: ", ")
    return [
      ("INSERT INTO public.item VALUES \(rows)", ["insert": keys.count]),
      ("UPDATE public.item SET n = n + 100 WHERE n = 0", ["update": 1]),
      ("UPDATE public.item SET n = n + 1000", ["update": keys.count]),
      (
        "UPDATE public.item SET (\(names)) = ROW(\(spare)) WHERE n = 1100",
        ["delete": 1, "insert": 1]
      ),
      ("DELETE FROM public.item WHERE n = 1100", ["delete": 1]),
    ]
  }

  static let all: [HostileKeyCase] = [
    HostileKeyCase(
      "date", keys: ["'2026-02-01'", "'2026-01-02'", "'infinity'", "'0044-03-15 BC'"],
      spare: "'2026-12-11'"),
    HostileKeyCase(
      "timestamptz",
      keys: ["'2026-02-01 03:04:05.000001+05:45'", "'2026-01-02 03:04:05Z'", "'-infinity'"],
      spare: "'2026-12-11 10:09:08+00'"),
    HostileKeyCase(
      "timestamp", keys: ["'2026-02-01 03:04:05.000001'", "'2026-01-02 03:04:05'", "'infinity'"],
      spare: "'2026-12-11 10:09:08'"),
    HostileKeyCase(
      "float8", keys: ["0.1::float8 + 0.2", "0.3", "'nan'", "'-inf'", "1e308", "1e-300"],
      spare: "1.0000000000000002"),
    HostileKeyCase("real", keys: ["0.1", "0.3", "16777217", "'inf'"], spare: "1.0000001"),
    HostileKeyCase(
      "numeric",
      keys: ["123456789012345678901234567890.123", "1e-20", "1.10", "'nan'"],
      spare: "123456789012345678901234567890.124"),
    HostileKeyCase("bytea", keys: ["'\\x5c27'", "'\\x'", "'\\x00ff'"], spare: "'\\x5c78'"),
    HostileKeyCase(
      "uuid",
      keys: ["'00000000-0000-4000-8000-000000000001'", "'f0000000-0000-4000-8000-00000000000a'"],
      spare: "'0F000000-0000-4000-8000-00000000000A'"),
    HostileKeyCase("bool", keys: ["true"], spare: "false"),
    HostileKeyCase("char(5)", keys: ["'a'", "'ab'", "''"], spare: "'b  '"),
    HostileKeyCase("varchar(20)", keys: ["'NULL'", "'null'", "''"], spare: "'\"NULL\"'"),
    HostileKeyCase(
      "text",
      keys: [
        "'it''s'", "'a,b'", "'a\\b'", "'{a}'", "'\"q\"'", "''", "'NULL'", "' '", "E'a\\nb\\t'",
        "'ünï \u{1F388}'", "'(1,2)'", "'e\u{301}'", "'é'", "'[\"a\"]'", "'\\\\'", "'%s $1 :n'",
      ], spare: "'{\"a\\\",NULL}'"),
    // A mark that combines with the preceding character must not hide that character.
    HostileKeyCase(
      "text", keys: ["U&'a\"\\0301b'", "U&'a\\\\\\0301b'"], spare: "U&'\"\\0301'"),
    HostileKeyCase(
      "jsonb", keys: ["'{\"a\": [1, \"x\"]}'", "'[1]'", "'\"\\\\\"'"], spare: "'null'"),
    HostileKeyCase("public.color", keys: ["'red'", "'blue, \"x\"'"], spare: "'green'"),
    HostileKeyCase("public.word", keys: ["'it''s'", "'NULL'"], spare: "'a\\b'"),
    HostileKeyCase("public.day", keys: ["'2026-02-01'", "'2026-01-02'"], spare: "'2026-12-11'"),
    HostileKeyCase("inet", keys: ["'10.0.0.1'", "'10.0.0.0/8'"], spare: "'::1'"),
    HostileKeyCase(
      "interval", keys: ["'1 mon'", "'2 hours'", "'-1 year 3 days -04:05:06.7'"],
      spare: "'31 days 1 second'"),
    HostileKeyCase("timetz", keys: ["'12:00:00+05:45'", "'12:00:00Z'"], spare: "'12:00:00-03'"),
    HostileKeyCase("varbit", keys: ["B'101'", "B''"], spare: "B'0101'"),
    HostileKeyCase("tstzrange", keys: ["'[2026-02-01,2026-03-04)'", "'empty'"], spare: "'(,)'"),
    HostileKeyCase("oid", keys: ["1", "4000000000"], spare: "7"),
    HostileKeyCase("public.pair", keys: ["'(1,x)'", "'(10,\"a,b\")'"], spare: "'(2,)'"),
    // A composite value with only nulls isn't null, although IS NULL is true for it.
    HostileKeyCase("public.pair", keys: ["'(,)'", "'(1,x)'"], spare: "'(2,y)'"),
    HostileKeyCase(
      "date", "float8", keys: ["'2026-02-01', 0.1", "'2026-01-02', 0.1", "'2026-01-02', 0.3"],
      spare: "'2026-02-01', 0.30000000000000004"),
    HostileKeyCase(
      "text", "int", keys: ["'a', 1", "'a,1', 1", "'[\"a\"]', 10", "'', 2"], spare: "'\"', 1"),
    HostileKeyCase(
      "uuid", "bytea",
      keys: [
        "'00000000-0000-4000-8000-000000000001', '\\x5c'",
        "'00000000-0000-4000-8000-000000000001', '\\x'",
      ], spare: "'f0000000-0000-4000-8000-00000000000a', '\\x5c5c'"),
    HostileKeyCase(
      "timestamptz", "interval", "text",
      keys: [
        "'2026-02-01 00:00:00Z', '1 mon', ''", "'2026-01-02 00:00:00Z', '1 day', U&'\\0022\\0301'",
      ], spare: "'2026-12-11 00:00:00Z', '-00:00:00.1', 'x'"),
  ]
}

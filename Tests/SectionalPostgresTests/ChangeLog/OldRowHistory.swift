import SectionalTesting

/// Random writes to a table whose log keeps old values.
struct OldRowHistory {
  /// What is special about the table.
  enum Shape: String, CaseIterable, Sendable {
    case plain
    /// Keys are checked at the end of a transaction, so rows can share one for a time.
    case deferrable
    /// The user's triggers change, skip and delete rows.
    case triggers
    /// Foreign keys change the same row several times in one statement.
    case cascades
    /// One of the partitions has the columns in another order.
    case partitions
  }

  /// The columns, with their kept ones; the key comes first.
  static let columns = ["id", "name", "n", "f", "mood", "p", "q"]
  static let kept = ["name", "n", "f", "mood", "p", "q"]

  let shape: Shape
  private var generator: SeededGenerator

  init(_ shape: Shape, seed: UInt64) {
    self.shape = shape
    generator = SeededGenerator(seed: seed)
  }

  /// Returns a number below a bound.
  mutating func below(_ bound: Int) -> Int { generator.below(bound) }

  /// Returns a few statements that run in one round trip; an error undoes only the statement that it is about.
  mutating func script(isOpen: inout Bool) -> String {
    var statements = isOpen ? [] : ["BEGIN"]
    isOpen = true
    for _ in 0...below(3) {
      switch below(12) {
      case 0: statements.append("SAVEPOINT a; \(guarded()); ROLLBACK TO a")
      case 1: statements.append("SAVEPOINT b; \(guarded()); RELEASE b")
      default: statements.append(guarded())
      }
    }
    if below(3) > 0 {
      statements.append(below(5) == 0 ? "ROLLBACK" : "COMMIT")
      isOpen = false
    }
    return statements.joined(separator: "; ")
  }

  private mutating func guarded() -> String {
    "DO $do$ BEGIN \(statement()); EXCEPTION WHEN OTHERS THEN NULL; END $do$"
  }
}

extension OldRowHistory {
  private mutating func pick(_ choices: String...) -> String { choices[below(choices.count)] }

  private mutating func value(of column: String) -> String {
    switch column {
    case "name": pick("'a'", "'b'", "''", "NULL", "'NULL'", "'x,\"y\\'", "E'n\\nl'")
    case "f": pick("0", "'-0'", "'inf'", "1.5", "NULL")
    case "mood": pick("'calm'", "'glad, \"x\"'", "NULL")
    case "p", "q": pick("1", "2", "3", "NULL")
    default: "\(below(7))"
    }
  }

  private mutating func condition() -> String {
    pick("id = \(below(8))", "id <= \(below(8))", "id > \(below(8))", "true")
  }

  private mutating func newKey() -> String {
    pick("id = id + 1", "id = id - 1", "id = 7 - id", "id = 3 - id", "id = \(below(8))", "id = id")
  }

  private mutating func row(_ id: String? = nil) -> String {
    var values: [String] = []
    for column in OldRowHistory.columns { values.append(value(of: column)) }
    if let id { values[0] = id }
    return values.joined(separator: ", ")
  }

  private mutating func change() -> String {
    let column = OldRowHistory.kept[below(OldRowHistory.kept.count)]
    return "\(column) = \(value(of: column))"
  }

  private mutating func statement() -> String {
    let names = OldRowHistory.columns.joined(separator: ", ")
    switch below(shape == .plain ? 12 : 14) {
    case 0, 1: return "INSERT INTO item(\(names)) VALUES (\(row()))"
    case 2 where shape != .deferrable:
      return "INSERT INTO item(\(names)) VALUES (\(row()))"
        + " ON CONFLICT (id) DO UPDATE SET \(change())"
    case 3, 4: return "UPDATE item SET \(change()) WHERE \(condition())"
    case 5: return "UPDATE item SET \(newKey()) WHERE \(condition())"
    case 6: return "UPDATE item SET \(newKey()), \(change()) WHERE \(condition())"
    case 7: return "UPDATE item SET n = n, name = name WHERE \(condition())"
    case 8: return "DELETE FROM item WHERE \(condition())"
    case 9:
      let id = below(8)
      return "MERGE INTO item USING (VALUES (\(id)), (\(id + 1))) AS v(id) ON item.id = v.id "
        + "WHEN MATCHED AND v.id > 5 THEN DELETE WHEN MATCHED THEN UPDATE SET \(pick(change(), newKey())) "
        + "WHEN NOT MATCHED THEN INSERT (\(names)) VALUES (\(row("v.id")))"
    case 10:
      return "WITH gone AS (DELETE FROM item WHERE \(condition()) RETURNING *), "
        + "changed AS (UPDATE item SET \(change()) WHERE \(condition())) "
        + "INSERT INTO item SELECT * FROM gone"
    case 11: return "FOR i IN 1..3 LOOP UPDATE item SET \(change()) WHERE id = i; END LOOP"
    default: return ownStatement()
    }
  }

  private mutating func ownStatement() -> String {
    switch shape {
    case .plain, .triggers: return "UPDATE item SET n = n + 1"
    case .deferrable:
      return pick(
        "UPDATE item SET id = 3 - id WHERE id < 3", "UPDATE item SET id = id + 1",
        "UPDATE item SET id = \(below(8)) WHERE ctid = (SELECT max(ctid) FROM item)",
        "DELETE FROM item WHERE ctid IN (SELECT max(ctid) FROM item GROUP BY id HAVING count(*) > 1)"
      )
    case .cascades:
      return pick(
        "UPDATE parent SET id = id + 10", "UPDATE parent SET id = id % 10 WHERE id > 10",
        "UPDATE parent SET id = CASE id WHEN 1 THEN 9 ELSE 8 END WHERE id < 3",
        "DELETE FROM parent WHERE id = \(below(4))",
        "INSERT INTO parent VALUES (1), (2), (3) ON CONFLICT DO NOTHING")
    case .partitions:
      return pick(
        "UPDATE item SET id = id + 4 WHERE id = \(below(8))",
        "UPDATE high SET \(change())", "DELETE FROM low WHERE id = \(below(4))",
        "INSERT INTO high(id, n) VALUES (\(4 + below(4)), 1)")
    }
  }
}

extension OldRowHistory.Shape {
  /// The SQL that creates the table.
  var schema: String {
    let types = "name text, n bigint, f float8, mood mood"
    let key = "id bigint PRIMARY KEY"
    let plain = "CREATE TABLE item(\(key), \(types), p bigint, q bigint);"
    let table: String
    switch self {
    case .plain: table = plain
    case .deferrable:
      table =
        "CREATE TABLE item(\(key) DEFERRABLE INITIALLY DEFERRED, \(types), p bigint, q bigint);"
    case .triggers: table = plain + triggers
    case .cascades:
      table = """
        CREATE TABLE parent(id bigint PRIMARY KEY); INSERT INTO parent VALUES (1), (2), (3);
        CREATE TABLE item(\(key), \(types), p bigint REFERENCES parent ON UPDATE CASCADE ON DELETE SET NULL,
          q bigint REFERENCES parent ON UPDATE CASCADE ON DELETE CASCADE);
        """
    case .partitions:
      table = """
        CREATE TABLE item(\(key), \(types), p bigint, q bigint) PARTITION BY RANGE (id);
        CREATE TABLE low PARTITION OF item FOR VALUES FROM (MINVALUE) TO (4);
        CREATE TABLE high(q bigint, gone int, p bigint, mood mood, f float8, n bigint, name text, id bigint NOT NULL);
        ALTER TABLE high DROP COLUMN gone;
        ALTER TABLE item ATTACH PARTITION high FOR VALUES FROM (4) TO (MAXVALUE);
        """
    }
    return "CREATE TYPE mood AS ENUM ('calm', 'glad, \"x\"'); \(table)"
  }

  private var triggers: String {
    """
    CREATE FUNCTION before() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF OLD.id % 7 = 3 AND NEW.n % 4 = 1 THEN RETURN NULL; END IF;
      NEW.name := coalesce(NEW.name, 'filled'); RETURN NEW; END $$;
    CREATE TRIGGER before BEFORE INSERT OR UPDATE ON item FOR EACH ROW EXECUTE FUNCTION before();
    CREATE FUNCTION after() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF pg_trigger_depth() > 2 THEN RETURN NULL; END IF;
      IF TG_OP = 'DELETE' THEN UPDATE item SET n = n + 1 WHERE id = OLD.id + 1; RETURN NULL; END IF;
      UPDATE item SET mood = 'calm' WHERE id = NEW.id AND n % 2 = 0;
      IF NEW.n = 5 THEN DELETE FROM item WHERE id = NEW.id - 1; END IF; RETURN NULL; END $$;
    CREATE TRIGGER after AFTER INSERT OR UPDATE OR DELETE ON item FOR EACH ROW EXECUTE FUNCTION after();
    """
  }
}

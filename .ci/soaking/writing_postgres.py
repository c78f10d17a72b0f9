"""How a writer changes a table of a server. Several do it at the same time; RETURNING says exactly what each did."""
import re

import tables
from libpq import Server, ServerError
from turns import turn

# What can happen to a writer because of what this test does: lost connections, deadlocks of two writers, rows in the
# way, and tables that were renamed or dropped for a moment.
EXPECTED = re.compile("^(|08...|57P..|40P01|40001|23505|42P01)$")


class PostgresSide:
  errors = (ServerError,)

  def __init__(self, settings, chance):
    self.url, self.lock, self.name, self.chance = settings["url"], settings["lock"], settings["name"], chance
    self.connection = None

  def turn(self): return turn(self.lock, alone=False)

  def begin(self):
    if self.connection is None or self.connection.is_lost:
      if self.connection: self.connection.close()
      self.connection = None
      self.connection = Server(self.url, f"soak-writer-{self.name}")
    self.execute(self.chance.choice(["BEGIN", "BEGIN", "BEGIN", "BEGIN ISOLATION LEVEL REPEATABLE READ"]))

  def recover(self, error):
    """Goes on after an error, and returns whether it was to be expected."""
    if self.connection and not self.connection.is_lost:
      try: self.connection.query("ROLLBACK")
      except ServerError: pass
    return bool(EXPECTED.match(error.state)) or "could not open relation" in str(error)

  def execute(self, sql, values=()):
    for number in range(1, len(values) + 1): sql = sql.replace("?", f"${number}", 1)
    return self.connection.query(sql, *values)

  def place(self):
    # Holding this row until the end makes the order of the numbers the order of the commits.
    (number, mark), = self.execute("SELECT n, mark FROM meta FOR UPDATE")
    return int(number), mark

  def move(self, number, mark): self.execute("UPDATE meta SET n = ?, mark = ?", (number, mark))

  def count(self, table): return int(self.execute(f"SELECT count(*) FROM {table}")[0][0])

  def some_key(self, table):
    names = ", ".join(tables.keys(table))
    rows = self.execute(f"SELECT {names} FROM {table} ORDER BY {names}")
    names = tables.keys(table)
    return parse(names, self.chance.choice(rows)) if rows else [0] * len(names)

  def put(self, table, sql, values):
    columns, count = tables.columns(table), len(tables.keys(table))
    rows = [parse(columns, row) for row in self.execute(f"{sql} RETURNING {listed(table)}", values)]
    return [[table, "put", row[:count], row] for row in rows]

  def insert(self, table, rows, conflict="ON CONFLICT DO NOTHING"):
    marks = f"({', '.join('?' * len(tables.columns(table)))})"
    names = ", ".join(tables.columns(table))
    return self.put(
      table, f"INSERT INTO {table} ({names}) VALUES {', '.join([marks] * len(rows))} {conflict}",
      [value for row in rows for value in row])

  def upsert(self, table, row):
    body = ", ".join(f"{column} = excluded.{column}" for column in tables.BODY)
    return self.insert(table, [row], f"ON CONFLICT ({', '.join(tables.keys(table))}) DO UPDATE SET {body}")

  def delete(self, table, where, values):
    names = tables.keys(table)
    rows = self.execute(f"DELETE FROM {table} WHERE {where} RETURNING {', '.join(names)}", values)
    return [[table, "remove", parse(names, row)] for row in rows]

  def update(self, table, assignments, new, where, values):
    return self.put(table, f"UPDATE {table} SET {assignments} WHERE {where}", [*new, *values])

  def update_key(self, table, old, new):
    names = tables.keys(table)
    puts = self.update(
      table, ", ".join(f"{name} = ?" for name in names), new, " AND ".join(f"{name} = ?" for name in names), old)
    return [[table, "remove", old]] * len(puts) + puts

  def flip_keys(self, table, where, values):
    puts = self.update(table, "id = -id", [], where, values)
    # The key before is known from the one after.
    return [[table, "remove", [*key[:-1], -key[-1]]] for _, _, key, _ in puts] + puts

  def truncate(self, table):
    self.execute(f"TRUNCATE {table}")
    return [[table, "clear"]]


def listed(table): return ", ".join(f"{table}.{column}" for column in tables.columns(table))


def parse(columns, texts):
  """Returns the values of a row that a server sent as texts."""
  convert = {"id": int, "size": int, "sent": int, "code": int, "score": float}
  return [
    None if text is None else convert.get(column, str)(text) for column, text in zip(columns, texts)]

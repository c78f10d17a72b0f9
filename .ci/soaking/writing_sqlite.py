"""How a writer changes an SQLite file."""
import os
import sqlite3

import tables
from turns import turn


class SQLiteSide:
  errors = (sqlite3.Error,)

  def __init__(self, settings, chance):
    self.path, self.lock, self.chance = settings["path"], settings["lock"], chance
    self.connection, self.file = None, None

  def turn(self): return turn(self.lock, alone=False)

  def begin(self):
    # Another file may have been put into the place of this one since the last turn, or copied over it.
    status = os.stat(self.path)
    file = status.st_dev, status.st_ino, os.stat(self.lock).st_mtime_ns
    if self.file != file: self.open(file)
    self.connection.execute("BEGIN IMMEDIATE")

  def open(self, file):
    if self.connection: self.connection.close()
    self.connection, self.file = sqlite3.connect(self.path, timeout=15, isolation_level=None), file
    # With a small cache, a transaction writes to the file before it commits.
    for pragma in (f"cache_size = {self.chance.choice([5, 2000])}", f"synchronous = {self.chance.choice([0, 1, 2])}",
                   f"recursive_triggers = {self.chance.choice([0, 1])}",
                   f"wal_autocheckpoint = {self.chance.choice([5, 100, 1000])}"):
      self.connection.execute(f"PRAGMA {pragma}")

  def recover(self, error):
    """Goes on after an error, and returns whether it was to be expected."""
    if self.connection and self.connection.in_transaction: self.connection.execute("ROLLBACK")
    # A table that was renamed for a while, and a row that another one is in the way of.
    return "no such table" in str(error) or isinstance(error, sqlite3.IntegrityError)

  def execute(self, sql, values=()): self.connection.execute(sql, values)

  def place(self): return self.connection.execute("SELECT n, mark FROM meta").fetchone()

  def move(self, number, mark): self.execute("UPDATE meta SET n = ?, mark = ?", (number, mark))

  def count(self, table): return self.connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]

  def some_key(self, table):
    names = ", ".join(tables.keys(table))
    rows = self.connection.execute(f"SELECT {names} FROM {table} ORDER BY {names}").fetchall()
    return list(self.chance.choice(rows)) if rows else [0] * len(tables.keys(table))

  def rows(self, table):
    count = len(tables.keys(table))
    names = ", ".join(tables.columns(table))
    return {row[:count]: row for row in self.connection.execute(f"SELECT {names} FROM {table}")}

  def change(self, table, sql, values=(), many=False):
    """Runs a statement, and finds out by comparing all rows what it did: REPLACE also removes other rows."""
    before = self.rows(table)
    (self.connection.executemany if many else self.connection.execute)(sql, values)
    after = self.rows(table)
    gone = [[table, "remove", key] for key in before if key not in after]
    return gone + [
      [table, "put", key, row] for key, row in after.items() if key not in before or not same(before[key], row)]

  def conflict(self): return self.chance.choice(["", "OR IGNORE", "OR REPLACE", "OR REPLACE"])

  def insert(self, table, rows):
    marks = ", ".join("?" * len(tables.columns(table)))
    names = ", ".join(tables.columns(table))
    return self.change(table, f"INSERT {self.conflict()} INTO {table} ({names}) VALUES ({marks})", rows, many=True)

  def upsert(self, table, row):
    columns = tables.columns(table)
    body = ", ".join(f"{column} = excluded.{column}" for column in tables.BODY)
    return self.change(
      table, f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))}) "
      f"ON CONFLICT ({', '.join(tables.keys(table))}) DO UPDATE SET {body}", row)

  def delete(self, table, where, values): return self.change(table, f"DELETE FROM {table} WHERE {where}", values)

  def update(self, table, assignments, new, where, values):
    return self.change(
      table, f"UPDATE {self.conflict()} {table} SET {assignments} WHERE {where}", [*new, *values])

  def update_key(self, table, old, new):
    names = tables.keys(table)
    return self.update(
      table, ", ".join(f"{name} = ?" for name in names), new, " AND ".join(f"{name} = ?" for name in names), old)

  def flip_keys(self, table, where, values): return self.update(table, "id = -id", [], where, values)

  def truncate(self, table): return self.change(table, f"DELETE FROM {table}")


def same(left, right):
  """Returns whether two rows have the same values of the same types."""
  return left == right and [type(value) for value in left] == [type(value) for value in right]

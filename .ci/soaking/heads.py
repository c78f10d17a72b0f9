"""Reads the present contents of a store, to check the oracle itself and what the writers were promised."""
import sqlite3

import tables
from libpq import Server
from writing_postgres import parse


def read(store, its):
  """Returns the mark of the newest transaction, and the rows of all tables by their keys."""
  if store == "sqlite":
    connection = sqlite3.connect(its["path"], timeout=15, isolation_level=None)
    select = lambda sql, columns: connection.execute(sql)
  else:
    connection = Server(its["url"])
    select = lambda sql, columns: [parse(columns, row) for row in connection.query(sql)]
  try:
    (mark,), = select("SELECT mark FROM meta", ["mark"])
    contents = {}
    for table in tables.TABLES:
      columns, count = tables.columns(table), len(tables.keys(table))
      rows = select(f"SELECT {', '.join(columns)} FROM {table}", columns)
      contents[table] = {tuple(row[:count]): tuple(row) for row in rows}
    return mark, contents
  finally:
    connection.close()


def difference(left, right):
  """Returns the first rows that only one of two tables has, or that differ."""
  keys = [key for key in sorted({*left, *right}) if left.get(key) != right.get(key)]
  return [(key, left.get(key), right.get(key)) for key in keys[:3]]

"""A foreign writer: a process that changes one store at random, and knows nothing of the lists over it.

It's started with its settings as JSON. Before each commit it writes to its journal what the transaction does, and
after it, that it was acknowledged.
"""
import json
import os
import random
import signal
import sys
import time

import tables
from history import encode
from writing_postgres import PostgresSide
from writing_sqlite import SQLiteSide

# How often something happens, out of a thousand transactions.
ROLLBACK, SUICIDE, TRUNCATION, SLOW = 40, 4, 3, 60


class Writer:
  def __init__(self, settings):
    self.settings = settings
    self.name = f"{settings['name']}.{settings['incarnation']}"
    self.chance = random.Random(f"{settings['seed']} {self.name}")
    self.words = tables.make_words(settings["seed"])
    self.journal = os.open(settings["journal"], os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    self.count = 0
    self.side = (SQLiteSide if settings["store"] == "sqlite" else PostgresSide)(settings, self.chance)

  def note(self, **entry): os.write(self.journal, (json.dumps(entry) + "\n").encode())

  def run(self):
    parent = os.getppid()
    # Don't outlive a test that was killed.
    while os.getppid() == parent:
      time.sleep(min(3, self.chance.expovariate(self.settings["rate"])))
      try:
        with self.side.turn():
          mark = self.transact()
          if mark: self.note(done=mark)
      except self.side.errors as error:
        if not self.side.recover(error): self.note(trouble=f"{self.name}: {error}")

  def transact(self):
    """Runs one transaction, and returns its mark; nothing if it was rolled back."""
    chance, side = self.chance, self.side
    side.begin()
    ops, dies = [], chance.random() * 1000 < SUICIDE
    for _ in range(chance.choice([1, 1, 1, 2, 3, 5])):
      before = len(ops)
      isolated = chance.random() < 0.06
      if isolated: side.execute("SAVEPOINT inner_part")
      ops += self.operation(chance.choice(tables.TABLES))
      if isolated:
        side.execute("ROLLBACK TO inner_part")
        del ops[before:]
      # A writer that is killed in the middle of a transaction.
      if dies and chance.random() < 0.5: os.kill(os.getpid(), signal.SIGKILL)
    if chance.random() * 1000 < SLOW: time.sleep(chance.random() * 0.3)
    if chance.random() * 1000 < ROLLBACK: return side.execute("ROLLBACK")
    number, parent = side.place()
    if chance.random() < 0.01:
      odd = chance.randrange(2)
      side.execute("UPDATE meta SET odd = ?", [odd])
      ops.append(["meta", "put", ["odd"], [odd]])
    self.count += 1
    mark = f"{self.name}.{self.count}"
    side.move(number + 1, mark)
    ops = [[table, kind, *([encode(value) for value in part] for part in rest)] for table, kind, *rest in ops]
    self.note(mark=mark, parent=parent, n=number + 1, ops=ops)
    if dies: os.kill(os.getpid(), signal.SIGKILL)
    side.execute("COMMIT")
    return mark

  def operation(self, table):
    """Changes a table at random, and returns what that did to its rows."""
    chance, side = self.chance, self.side
    if chance.random() * 1000 < TRUNCATION: return side.truncate(table)
    count = side.count(table)
    if count < tables.ROWS / 3: return side.insert(table, [self.row(table) for _ in range(120)])
    grows = 0.5 if count < tables.ROWS else 0.1
    kind = chance.choices(
      ["insert", "delete", "update", "cells", "many", "upsert", "key", "keys"],
      [14 * grows, 9 * (1 - grows), 5, 5, 2.5, 1.5, 0.8, 0.3])[0]
    match kind:
      case "insert": return side.insert(table, [self.row(table) for _ in range(chance.choice([1, 1, 2, 3, 20]))])
      case "upsert": return side.upsert(table, self.row(table, side.some_key(table)))
      case "delete" if chance.random() < 0.1:
        return side.delete(table, "size = ?", [chance.randrange(60)])
      case "delete": return side.delete(table, *self.one(table))
      case "key": return side.update_key(table, side.some_key(table), self.row(table)[:len(tables.keys(table))])
      case "keys": return side.flip_keys(table, "size = ?", [chance.randrange(60)])
      case "many":
        column = chance.choice(["team", "size", "score", "sent", "mixed", "note", "name"])
        where = chance.choice([("size = ?", [chance.randrange(60)]), ("team = ?", [chance.choice(tables.TEAMS[1:])])])
        if chance.random() < 0.06: return side.update(table, "size = 59 - size", [], "size < ?", [60])
        return side.update(table, f"{column} = ?", [self.value(column)], *where)
    names = chance.sample(tables.BODY, 1 if kind == "update" else chance.randrange(2, 5))
    return side.update(
      table, ", ".join(f"{name} = ?" for name in names), [self.value(name) for name in names], *self.one(table))

  def one(self, table):
    return " AND ".join(f"{key} = ?" for key in tables.keys(table)), self.side.some_key(table)

  def value(self, column): return tables.value(column, self.settings["store"], self.chance, self.words)

  def row(self, table, key=None):
    row = tables.row(table, self.settings["store"], self.chance, self.words)
    return row if key is None else [*key, *row[len(key):]]


if __name__ == "__main__":
  Writer(json.loads(sys.argv[1])).run()

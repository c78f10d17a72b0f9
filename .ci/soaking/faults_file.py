"""What is done to an SQLite file."""
import os
import sqlite3
import subprocess
import time

import tables
from schema import SchemaFaults


class FileFaults(SchemaFaults):
  weights = {
    "vacuum": 2, "checkpoint": 2, "journal_mode": 1, "swap": 4, "put_back": 3, "rename_table": 1, "add_column": 1,
    "change_index": 1, "recreate_table": 1, "drop_trigger": 1, "drop_log": 1, "reinstall": 1, "overwrite": 2,
    "hold_lock": 1, "hold_snapshot": 1}

  def __init__(self, soak, store, chance):
    super().__init__(soak, store, chance)
    self.copies = []

  def vacuum(self): return self.attempt(self.chance.choice(["VACUUM", "VACUUM", "REINDEX", "ANALYZE"]))

  def checkpoint(self):
    kind = self.chance.choice(["PASSIVE", "FULL", "RESTART", "TRUNCATE"])
    return self.attempt(f"PRAGMA wal_checkpoint({kind})")

  def journal_mode(self):
    mode = self.chance.choice(["WAL", "DELETE", "TRUNCATE", "PERSIST"])
    return self.attempt(f"PRAGMA journal_mode = {mode}")

  def attempt(self, statement):
    """Runs a statement that others can keep from being run."""
    with self.store.connect() as connection:
      try: connection.execute(statement).fetchall()
      except sqlite3.OperationalError: return False

  def swap(self):
    """Replaces the file by a copy of itself, in the same journal mode or another one."""
    with self.store.alone():
      copy = self.copy()
      if self.chance.random() < 0.3: self.copies = (self.copies + [self.copy()])[-3:]
      return self.replace(copy) and "files replaced by a copy"

  def put_back(self):
    """Replaces the file by an earlier copy."""
    with self.store.alone():
      if not self.copies:
        self.copies.append(self.copy())
        return False
      copy = self.copies.pop(self.chance.randrange(len(self.copies)))
      with self.soak.rewinding(self.store):
        return self.replace(copy) and "files put back to an earlier copy"

  def overwrite(self):
    """Copies a copy of the file over the file itself, while it's locked."""
    with self.store.alone():
      copy = self.copy("DELETE")
      try:
        with self.store.connect() as connection:
          # In WAL mode, there is no lock that keeps readers away.
          if connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal": return False
          connection.execute("BEGIN EXCLUSIVE")
          # Closing the file here would release the locks of this process, so another one copies.
          subprocess.run(["cp", copy, self.store.path], check=True)
          connection.execute("ROLLBACK")
      except sqlite3.OperationalError: return False
      finally: os.unlink(copy)
      os.utime(self.store.lock)
      return "files overwritten by a copy"

  def hold_lock(self):
    """Keeps everyone from the file, also longer than a list waits, but not as long as a writer does."""
    return self.hold("BEGIN EXCLUSIVE", 8) and "files locked"

  def hold_snapshot(self):
    """Reads from an old state, so that the log of the file grows."""
    return self.hold("BEGIN; SELECT n FROM meta", 4) and "old states held"

  def hold(self, statements, seconds):
    with self.store.connect() as connection:
      try:
        for statement in statements.split("; "): connection.execute(statement).fetchall()
        self.pause(seconds)
        connection.execute("ROLLBACK")
      except sqlite3.OperationalError: return False
    return True

  def copy(self, mode=None):
    """Copies the file with SQLite's backup, and returns the copy's path."""
    path = f"{self.soak.folder}/copy-{time.monotonic_ns()}.sqlite"
    with self.store.connect() as connection, self.store.connect(path) as copy:
      connection.backup(copy)
      copy.execute(f"PRAGMA journal_mode = {mode or self.chance.choice(['WAL', 'WAL', 'DELETE'])}")
    return path

  def replace(self, copy):
    """Puts a copy into the file's place. Nothing may be left in the log, which would become the copy's log."""
    for _ in range(40):
      with self.store.connect() as connection:
        busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
      if not busy: break
      time.sleep(0.05)
    else:
      os.unlink(copy)
      return False
    for ending in ("-wal", "-shm"):
      if os.path.exists(self.store.path + ending): os.unlink(self.store.path + ending)
    os.rename(copy, self.store.path)
    return True

  def rename(self, table, name): self.store.run(f"ALTER TABLE {table} RENAME TO {name}")

  def drop_trigger(self):
    """Drops one of a log's triggers, so that the log no longer sees all writes."""
    table = self.logged_table()
    triggers = self.triggers(table)
    if not triggers: return False
    self.store.run(f'DROP TRIGGER "{self.chance.choice(triggers)}"')
    self.wait_and_install(table)

  def drop_log(self):
    """Drops the logs of all tables, as far as they are there."""
    with self.store.connect() as connection:
      connection.execute("BEGIN IMMEDIATE")
      for (trigger,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f'DROP TRIGGER "{trigger}"')
      logs = "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'sectional%'"
      for (name,) in connection.execute(logs).fetchall(): connection.execute(f'DROP TABLE "{name}"')
      connection.execute("COMMIT")
    self.pause(2)
    self.install_all()

  def triggers(self, table):
    return [name for (name,) in self.store.run(
      f"SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = '{table}' ORDER BY name")]

  def column_names(self, table):
    return " ".join(row[1] for row in self.store.run(f"PRAGMA table_info({table})"))

  def recreation(self, table):
    names = ", ".join(tables.columns(table))
    return [
      tables.definition("sqlite", table, "fresh"), f"INSERT INTO fresh ({names}) SELECT {names} FROM {table}",
      f"DROP TABLE {table}", f"ALTER TABLE fresh RENAME TO {table}", *tables.indexes("sqlite", table)]

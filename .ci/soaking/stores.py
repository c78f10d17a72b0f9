"""The two stores: an SQLite file and a throwaway server, their tables and their change logs."""
import os
import shutil
import sqlite3
import subprocess
import threading
from contextlib import contextmanager

import tables
from libpq import Server
from turns import turn

META = ["CREATE TABLE meta (one INTEGER PRIMARY KEY, n BIGINT NOT NULL, mark TEXT NOT NULL, odd INTEGER NOT NULL)",
        "INSERT INTO meta VALUES (1, 0, 'start', 0)"]


class Store:
  """What both stores have in common."""
  # Whether the change logs don't notify.
  polls = False

  def __init__(self, name, folder, command):
    self.name, self.folder, self.command = name, folder, command
    self.lock = str(folder / f"{name}.lock")
    self.journals = [str(folder / f"{name}-writer-{number}.jsonl") for number in range(2)]

  def alone(self):
    """Waits until no writer is in a transaction, and keeps them from beginning one."""
    return turn(self.lock, alone=True)

  def set_up(self, logs_meta):
    statements = [*META]
    for table in tables.TABLES: statements += [tables.definition(self.name, table), *tables.indexes(self.name, table)]
    self.run(*statements)
    for table in tables.TABLES: self.install(table)
    if logs_meta: self.triggers("install", "meta")

  def install(self, table):
    """Installs the change log that a table has, if any."""
    log = tables.LOGS[table]
    # A log that doesn't notify can't keep old values.
    options = ["--poll-only"] if self.polls else ["--columns", tables.KEPT] if log == "values" else []
    if log: self.triggers("install", table, *options)

  def triggers(self, verb, *arguments):
    result = subprocess.run(
      [self.command, "triggers", verb, self.address, *arguments], capture_output=True, text=True, timeout=60)
    if result.returncode != 0:
      raise RuntimeError(f"triggers {verb} {' '.join(arguments)} over {self.name}: {result.stderr.strip()}")


class SQLiteFile(Store):
  def __init__(self, folder, command, journal_mode):
    super().__init__("sqlite", folder, command)
    # A folder of its own, because lists listen to the events of the file's folder.
    (folder / "store").mkdir()
    self.path = self.address = str(folder / "store" / "soak.sqlite")
    self.run(f"PRAGMA journal_mode = {journal_mode}")

  @contextmanager
  def connect(self, path=None):
    connection = sqlite3.connect(path or self.path, timeout=15, isolation_level=None)
    try: yield connection
    finally: connection.close()

  def run(self, *statements):
    with self.connect() as connection:
      return [connection.execute(statement).fetchall() for statement in statements][-1]

  def in_transaction(self, *statements): self.run("BEGIN IMMEDIATE", *statements, "COMMIT")

  def settings(self): return {"path": self.path}

  def address_for(self, role, name): return self.path

  def stop(self): pass


class Cluster(Store):
  """A server of .ci/cluster."""
  # The tables some of whose rows are hidden from readers.
  secured = ()

  def __init__(self, folder, command, script):
    super().__init__("postgres", folder, command)
    self.turn = threading.Lock()
    self.process = subprocess.Popen(
      [script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True)
    self.address = self.url = self.process.stdout.readline().strip()
    if not self.url: raise RuntimeError("the server doesn't start")

  def ask(self, command):
    """Has the cluster do something to the server."""
    with self.turn:
      self.process.stdin.write(command + "\n")
      self.process.stdin.flush()
      if self.process.stdout.readline().strip() != command: raise RuntimeError(f"the cluster can't {command}")

  @contextmanager
  def connect(self):
    connection = Server(self.url)
    try: yield connection
    finally: connection.close()

  def run(self, *statements):
    with self.connect() as connection: return [connection.run(statement) for statement in statements][-1]

  def in_transaction(self, *statements): self.run("BEGIN", *statements, "COMMIT")

  def settings(self): return {"url": self.url}

  def secure(self, table):
    """Returns the statements that hide rows from readers."""
    if table not in self.secured: return []
    rule = "size IS NULL OR size % 2 = 0 OR (SELECT odd FROM meta) = 0"
    return [f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
            f"CREATE POLICY hidden ON {table} TO reader USING ({rule})"]

  def admit_readers(self):
    self.run("CREATE ROLE reader LOGIN", "GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
    for table in self.secured: self.run(*self.secure(table))

  def address_for(self, role, name):
    """Returns the URL for a list, whose connections can be told from others."""
    url = self.url.replace("user=sectional", "user=reader") if role == "reader" else self.url
    if role == "pooled": url += "&port=6432"
    return f"{url}&application_name={name}"

  def stop(self):
    try: self.process.stdin.close()
    except BrokenPipeError: pass
    try: self.process.wait(30)
    except subprocess.TimeoutExpired: self.process.terminate()
    self.process.stdout.close()


def remove(folder): shutil.rmtree(folder, ignore_errors=True)


def roomy_folder():
  """Returns where temporary files are: in memory, if there is room."""
  status = os.statvfs("/dev/shm") if os.path.isdir("/dev/shm") else None
  return "/dev/shm" if status and status.f_bavail * status.f_frsize > 2_000_000_000 else None

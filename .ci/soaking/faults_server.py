"""What is done to a server."""
import tables
from libpq import ServerError
from schema import SchemaFaults


class ServerFaults(SchemaFaults):
  weights = {
    "end_backends": 5, "end_writers": 1, "restart": 1, "power_failure": 2, "keep": 1, "put_back": 2, "take_rights": 3,
    "lock_table": 1, "rename_table": 1, "add_column": 1, "change_index": 1, "recreate_table": 1, "drop_trigger": 1,
    "reinstall": 1, "vacuum": 1, "alter_type": 1, "fail_over": 1}
  has_kept = False

  def end_backends(self): return self.terminate("soak-list-%") and "connections of lists ended"

  def end_writers(self): return self.terminate("soak-writer-%") and "connections of writers ended"

  def terminate(self, names):
    with self.store.connect() as server:
      activity = "SELECT pid FROM pg_stat_activity WHERE application_name LIKE $1 ORDER BY pid"
      pids = [pid for pid, in server.query(activity, names)]
      chosen = self.chance.sample(pids, self.chance.randrange(1, len(pids) + 1)) if pids else []
      for pid in chosen: server.query("SELECT pg_terminate_backend($1)", pid)
    return bool(chosen)

  def restart(self):
    self.store.ask("restart")
    return "servers restarted"

  def power_failure(self):
    self.store.ask("kill")
    self.pause(1.5)
    self.store.ask("start")
    return "power failures of the server"

  def keep(self):
    self.store.ask("keep")
    self.has_kept = True
    return "servers restarted for a copy"

  def put_back(self):
    if not self.has_kept: return self.keep()
    with self.store.alone(), self.soak.rewinding(self.store): self.store.ask("putback")
    self.install_all()
    self.allow()
    return "servers put back to an earlier state"

  def fail_over(self):
    """Puts a copy in the server's place that becomes a server of its own, with a new timeline."""
    if not self.has_kept: return self.keep()
    with self.store.alone(), self.soak.rewinding(self.store): self.store.ask("failover")
    self.has_kept = False
    self.install_all()
    self.allow()
    return "failovers to an earlier state"

  def alter_type(self):
    table = self.chance.choice(tables.TABLES)
    column, kind = self.chance.choice(
      [("note", "VARCHAR(400)"), ("note", "TEXT"), ("size", "BIGINT"), ("size", "INTEGER")])
    # A column that a policy reads can't be altered.
    if column == "size" and table in self.store.secured: return False
    self.store.run(f"ALTER TABLE {table} ALTER COLUMN {column} TYPE {kind}")
    self.wait_and_install(table)
    return "types of columns altered"

  def allow(self):
    """Lets a role read all tables, also while autovacuum or another fault changes the catalog's row of one of them."""
    for attempt in range(20):
      try: return self.store.run("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
      except ServerError as error:
        if "concurrently updated" not in str(error) or attempt == 19: raise
      self.ends.wait(0.1)

  def take_rights(self):
    """Takes the rights of a role that some lists connect as, and gives them back."""
    what = self.chance.choice([*tables.TABLES, "meta"])
    self.store.run(f"REVOKE SELECT ON {what} FROM reader")
    try: self.pause(3)
    finally: self.allow()
    return "rights taken and given back"

  def lock_table(self):
    """Keeps everyone from a table, also longer than a list waits."""
    with self.store.connect() as server:
      server.query("BEGIN")
      server.query(f"LOCK TABLE {self.chance.choice(tables.TABLES)}")
      self.pause(self.chance.choice([1, 8]))
      server.query("COMMIT")
    return "tables locked"

  def vacuum(self):
    self.store.run(f"VACUUM {self.chance.choice(['', 'FULL '])}{self.chance.choice(tables.TABLES)}")

  def rename(self, table, name): self.store.run(f"ALTER TABLE {table} RENAME TO {name}")

  def drop_trigger(self):
    """Drops or disables one of a log's triggers, so that the log no longer sees all writes."""
    table = self.logged_table()
    with self.store.connect() as server:
      names = [name for name, in server.query(
        "SELECT tgname FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal ORDER BY 1", table)]
      if not names: return False
      name = self.chance.choice(names)
      if self.chance.random() < 0.5: server.query(f'DROP TRIGGER "{name}" ON {table}')
      else: server.query(f'ALTER TABLE {table} DISABLE TRIGGER "{name}"')
    self.wait_and_install(table)

  def column_names(self, table):
    with self.store.connect() as server:
      return " ".join(name for name, in server.query(
        "SELECT attname FROM pg_attribute WHERE attrelid = $1::regclass AND NOT attisdropped", table))

  def recreation(self, table):
    names = ", ".join(tables.columns(table))
    return [
      f"LOCK TABLE {table}", tables.definition("postgres", table, "fresh"),
      f"INSERT INTO fresh ({names}) SELECT {names} FROM {table}", f"DROP TABLE {table}",
      f"ALTER TABLE fresh RENAME TO {table}", *tables.indexes("postgres", table), f"GRANT SELECT ON {table} TO reader",
      *self.store.secure(table)]

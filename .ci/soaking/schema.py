"""What is done to the tables of both stores."""
import tables


class SchemaFaults:
  def __init__(self, soak, store, chance):
    self.soak, self.store, self.chance, self.added, self.extra = soak, store, chance, 0, []

  def pause(self, seconds): self.soak.ending.wait(self.chance.random() * seconds)

  def logged_table(self): return self.chance.choice([table for table, log in tables.LOGS.items() if log])

  def wait_and_install(self, table):
    self.pause(3)
    self.store.install(table)

  def install_all(self):
    for table in tables.TABLES: self.store.install(table)
    if self.soak.logs_meta: self.store.triggers("install", "meta")

  def rename_table(self):
    table = self.chance.choice(tables.TABLES)
    self.rename(table, "away")
    try: self.pause(2)
    finally: self.rename("away", table)
    self.pause(1)
    self.store.install(table)
    return "tables renamed away and back"

  def add_column(self):
    """Adds a column, or renames or drops one that was added."""
    if self.extra and self.chance.random() < 0.5:
      table, name = self.extra.pop(self.chance.randrange(len(self.extra)))
      if f" {name} " not in f" {self.column_names(table)} ": return False
      if self.chance.random() < 0.5:
        self.store.run(f"ALTER TABLE {table} RENAME COLUMN {name} TO {name}_renamed")
      else: self.store.run(f"ALTER TABLE {table} DROP COLUMN {name}")
      self.wait_and_install(table)
      return "columns renamed or dropped"
    if self.added >= 30: return False
    self.added += 1
    table = self.chance.choice(tables.TABLES)
    default = self.chance.choice(["", " DEFAULT 7", " DEFAULT 'seven'"])
    self.store.run(f"ALTER TABLE {table} ADD COLUMN extra_{self.added} TEXT{default}")
    self.extra.append((table, f"extra_{self.added}"))
    self.wait_and_install(table)
    return "columns added"

  def change_index(self):
    """Creates an index or drops it."""
    table = self.chance.choice(tables.TABLES)
    if self.chance.random() < 0.5: self.store.run(f"DROP INDEX IF EXISTS {table}_other")
    else: self.store.run(f"CREATE INDEX IF NOT EXISTS {table}_other ON {table} (name, score)")
    return "indexes created or dropped"

  def recreate_table(self):
    """Drops a table, and creates it again with its rows."""
    table = self.chance.choice(tables.TABLES)
    self.store.in_transaction(*self.recreation(table))
    self.wait_and_install(table)
    return "tables dropped and created again"

  def reinstall(self):
    """Uninstalls a change log, and installs it again."""
    table = self.logged_table()
    self.store.triggers("uninstall", table)
    self.wait_and_install(table)
    return "change logs uninstalled and installed"

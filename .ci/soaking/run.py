"""A run of the soak test: the stores, their writers, their lists, and those who make trouble."""
import os
import random
import shutil
import signal
import tempfile
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import stores
import tables
import wishes
from cachecheck import check_caches
from faults import Tormentor
from link import Link, Timeline
from lists import List
from report import Report
from sampling import Sampler
from writers import WriterProcess

# Seconds between two rests, how long a rest may take, and how long the oracle may take to answer during a fault, which must end
# within two minutes.
ROUND, REST, ANSWER = 20, 45, 100


class Soak:
  """A run: the stores, their writers, their lists, and those who make trouble."""

  def __init__(self, options, root):
    self.options, self.seed, self.root = options, options.seed, root
    self.chance, self.excluded = random.Random(f"soak {self.seed}"), set(options.without)
    self.command = os.path.abspath(options.command)
    self.folder = Path(tempfile.mkdtemp(prefix="soak.", dir=stores.roomy_folder()))
    self.environment = {**os.environ, "XDG_CACHE_HOME": str(self.folder / "cache")}
    self.notes = open(self.folder / "notes.txt", "w", buffering=1)
    self.report, self.sampler, self.failures = Report(), Sampler(), []
    self.ending, self.stores, self.lists, self.writers, self.tormentors = threading.Event(), {}, [], [], []
    self.checker = None
    self.logs_meta = self.chance.random() < 0.6

  def set_up(self):
    self.stores["postgres"] = server = stores.Cluster(self.folder, self.command, self.root / ".ci/cluster")
    mode = self.chance.choice(["WAL", "WAL", "DELETE"])
    self.stores["sqlite"] = stores.SQLiteFile(self.folder, self.command, mode)
    server.polls = self.chance.random() < 0.25
    server.secured = self.chance.choice([(), ("plain",), ("pair", "plain"), ("pair",)])
    for store in self.stores.values(): store.set_up(self.logs_meta)
    server.admit_readers()
    self.roles = [None, None, "reader"]
    if shutil.which("pgbouncer") or os.path.exists("/usr/sbin/pgbouncer"):
      server.ask("pool")
      self.roles.append("pooled")
    texts = tables.every_text(tables.make_words(self.seed))
    self.checker = Link({
      "stores": {name: {**store.settings(), "journals": store.journals} for name, store in self.stores.items()},
      "ranks": {locale: ranks(server, texts, locale) for locale in tables.LOCALES}})
    self.timeline = Timeline(self.checker)
    for store in self.stores.values():
      self.writers += [WriterProcess(self, store, number) for number in range(2)]
      for number in range(self.options.lists):
        wish = self.make_wish(self.chance, store)
        # A third of the lists live from the beginning to the end, so that what they use can be compared.
        self.lists.append(List(f"{store.name}-{number:02}", self, wish, number % 3 == 0))
      self.tormentors += [Tormentor(self, store, is_of_store) for is_of_store in (True, False)]

  def make_wish(self, chance, store):
    return wishes.make_wish(chance, store.name, self.roles, self.stores["postgres"].secured)

  def run(self):
    for tormentor in self.tormentors: tormentor.start()
    end = time.monotonic() + self.options.minutes * 60
    while time.monotonic() < end and not self.is_broken:
      self.set_free(True)
      self.tend_until(lambda: False, min(ROUND, max(1, end - time.monotonic())))
      self.rest()

  @property
  def is_broken(self):
    return bool(self.failures or self.checker.failures or self.checker.is_dead) and not self.options.go_on

  def set_free(self, isFree):
    for tormentor in self.tormentors: (tormentor.go.set if isFree else tormentor.go.clear)()

  def tend_until(self, is_done, seconds):
    """Keeps processes running until something is done or the time is over, and returns whether it is done."""
    end, sampled = time.monotonic() + seconds, 0
    while not (done := is_done()) and time.monotonic() < end and not self.is_broken:
      now = time.monotonic()
      for process in self.lists + self.writers:
        trouble = process.tend(now)
        if trouble: self.fail(f"{process.title}: {trouble}")
      if now - sampled > 2:
        sampled = now
        self.sampler.take([(one.title, one.process.pid) for one in self.lists if one.process])
        self.report.progress(self.checker.counts, sum(one.process is not None for one in self.lists))
      time.sleep(0.05)
    return done

  def rest(self):
    """Brings everything to rest, and checks that all lists show the newest state."""
    self.report.now = "at rest"
    self.note("coming to rest")
    self.set_free(False)
    if not self.tend_until(lambda: all(tormentor.rests.is_set() for tormentor in self.tormentors), 120):
      return self.is_broken or self.fail("a fault didn't end")
    self.note("the faults are at rest")
    if not self.tend_until(lambda: all(one.process for one in self.lists), 20):
      return self.is_broken or self.fail(f"can't be opened: {[one.title for one in self.lists if not one.process]}")
    if self.is_broken: return
    with self.stores["sqlite"].alone(), self.stores["postgres"].alone():
      self.note("the writers are at rest")
      self.checker.send(quiet=True)
      if not self.tend_until(lambda: not self.checker.answers.empty(), REST):
        return self.is_broken or self.fail("the lists didn't settle")
      answer = self.checker.answer(1)
      self.note(f"at rest after {answer['settled']} s; last came {answer['slowest']}")
      self.report.count("rests at which all lists were compared")
      self.report.slowest = max(self.report.slowest, answer["settled"])
      for trouble in check_caches(self, self.chance): self.fail(trouble)

  @contextmanager
  def rewinding(self, store):
    """Tells the oracle that a store is put back meanwhile."""
    for begins in (True, False):
      self.checker.send(rewinds=store.name, begins=begins)
      if self.checker.answer(ANSWER) is None: raise RuntimeError("the oracle doesn't answer")
      if begins: yield

  def fail(self, text):
    self.failures.append(text)
    self.note(f"FAILED {text}")

  def note(self, text):
    """Writes to the record of what happened when."""
    self.notes.write(f"{self.report.seconds:8.2f} {text}\n")

  def finish(self):
    """Ends the lists as a user does, and checks what they used."""
    for one in self.lists: one.signal(signal.SIGTERM)
    self.tend_until(lambda: all(one.process is None or not one.tend_last() for one in self.lists), 15)
    for one in self.lists: self.sampler.end(one.title)
    for trouble in self.sampler.grown(): self.fail(trouble)

  def close(self):
    self.ending.set()
    for tormentor in self.tormentors: tormentor.ends.set()
    for tormentor in self.tormentors:
      if tormentor.is_alive(): tormentor.join(60)
    for process in self.lists + self.writers: process.end()
    if self.checker: self.checker.close()
    for store in self.stores.values(): store.stop()
    if self.checker: self.failures += self.checker.failures


def ranks(server, texts, locale):
  """Returns each text's place in the order of a locale, as the server gives it."""
  array = "ARRAY[" + ", ".join("'" + text.replace("'", "''") + "'" for text in texts) + "]"
  rows = server.run(
    f'SELECT text FROM unnest({array}::text[]) AS text ORDER BY text COLLATE "{locale}-x-icu", text COLLATE "C"')
  return {text: place for place, (text,) in enumerate(rows)}

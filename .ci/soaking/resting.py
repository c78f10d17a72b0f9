"""What must be true while both stores are at rest."""
import time

import heads
import tables
from replay import Broken

# Seconds after the last commit and the last fault until a list must be current.
BOUND = 30


class Rest:
  """Waits for all lists to show the newest states of their stores."""

  def __init__(self, checker):
    self.checker, self.since, self.waiting = checker, time.monotonic(), set(checker.lists)
    self.heads, self.lacks, self.slowest = {}, {}, None
    for store, its in checker.stores.items(): self.check_store(store, its)

  def check_store(self, store, its):
    """Checks the oracle itself, and that nothing is lost that writers were promised."""
    checker, history = self.checker, self.checker.histories[store]
    mark, contents = heads.read(store, its)
    self.heads[store] = mark
    if not history.knows(mark): return checker.fail(store, f"is at {mark}, which no writer made")
    for table in tables.TABLES:
      wanted = history.state(mark)[table]
      if contents[table] != wanted:
        checker.fail(store, f"{table} isn't what its writers made: {heads.difference(contents[table], wanted)}")
    if history.done == checker.done.get(store):
      checker.fail(f"writers of {store}", "no transaction was acknowledged since the last rest")
    checker.done[store] = history.done
    lost = history.lost(mark)
    if lost: checker.fail(store, f"lost acknowledged transactions: {lost[:10]}")

  def settle(self):
    """Looks which lists are current, and returns whether all are, or are too late."""
    late = time.monotonic() - self.since > BOUND
    for name in sorted(self.waiting):
      lack = None
      if name in self.checker.lists and name not in self.checker.failed:
        lack = self.lack(self.checker.lists[name])
        if lack is None: self.slowest = f"{name}, which lacked: {self.lacks.get(name)}"
        elif late: self.checker.fail(name, f"isn't current {BOUND} s after the last commit: {lack}")
        self.lacks[name] = lack
      if lack is None or late: self.waiting.discard(name)
    if self.waiting: return False
    self.checker.say(settled=round(time.monotonic() - self.since, 2), slowest=self.slowest)
    return True

  def lack(self, followed):
    """Returns what a list lacks to be current, or nothing."""
    replay, store = followed.replay, followed.wish["store"]
    if replay.sections is None: return "it has shown nothing yet"
    if replay.doubt: return f"it has doubts: {replay.doubt}"
    if not replay.is_complete: return "it hasn't counted all rows"
    # The contents of rows that a window held earlier may be old.
    replay.fresh = []
    try: self.checker.comparisons[store].check(followed.wish, replay, self.heads[store], None)
    except Broken as error: return str(error)
    return None if replay.status == "current" else f"its status is {replay.status}"

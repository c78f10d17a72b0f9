"""The oracle's process: follows what the lists write and what the writers note, and compares each line.

It reads commands on its standard input and answers on its standard output, each a JSON object on a line.
"""
import json
import queue
import sys
import threading
import time

from causes import Causes
from comparing import Comparison
from expected import Orders
from following import Followed, Tail
from history import History
from replay import Broken
from resting import Rest

# How many of the newest transactions are tried first, of those that a list can show that doesn't say which one it is. Whatever
# a store forgot when it was put back counts too, so that its newest state can have many of them behind it.
SEARCHED = 800


class Checker:
  def __init__(self, settings):
    self.stores = settings["stores"]
    self.journals = {store: [Tail(path) for path in its["journals"]] for store, its in self.stores.items()}
    self.histories = {store: History() for store in self.stores}
    orders = Orders({locale: ranks for locale, ranks in settings["ranks"].items()})
    self.comparisons = {store: Comparison(history, orders) for store, history in self.histories.items()}
    self.lists, self.failed, self.commands = {}, set(), queue.Queue()
    self.causes = Causes(self.stores)
    self.rewinds, self.is_rewinding = ({store: 0 for store in self.stores} for _ in range(2))
    self.counts = {"lines": 0, "checked": 0, "errors": 0, "doubts": 0, "searched": 0}
    self.rest, self.heads, self.done = None, {}, {}

  def say(self, **answer): print(json.dumps(answer), flush=True)

  def fail(self, name, text):
    followed = self.lists.get(name)
    if name in self.failed: return
    self.failed.add(name)
    details = f"\n  {followed.command}\n  newest line: {followed.newest[:3000]}" if followed else ""
    self.say(failure=f"{name}: {text}{details}")

  def run(self):
    threading.Thread(target=self.listen, daemon=True).start()
    said = 0
    while True:
      commands = []
      while not self.commands.empty(): commands.append(json.loads(self.commands.get()))
      worked = self.follow()
      for command in commands:
        if "end" in command: return self.say(counts=self.totals())
        self.obey(command)
      for name, trouble in self.causes.missing(): self.fail(name, trouble)
      if self.rest and self.rest.settle(): self.heads, self.rest = self.rest.heads, None
      if time.monotonic() - said > 1:
        said = time.monotonic()
        self.say(counts=self.totals())
      if not worked: time.sleep(0.05)

  def listen(self):
    for line in sys.stdin: self.commands.put(line)
    # Don't outlive a test that was killed.
    self.commands.put('{"end": true}')

  def totals(self):
    return {**self.counts, "transactions": sum(len(history.entries) - 1 for history in self.histories.values())}

  def obey(self, command):
    if "open" in command:
      # A list that is opened while its store is put back can see the state before.
      store = command["wish"]["store"]
      followed = Followed(command, self.rewinds[store] - self.is_rewinding[store])
      self.lists[command["open"]] = followed
    elif "ended" in command:
      self.follow()
      followed = self.lists.pop(command["ended"])
      if command["gracefully"] and followed.last_type != "end" and followed.last_type is not None:
        self.fail(command["ended"], "was asked to end, and wrote no end")
    elif "fault" in command: self.causes.note(command["store"], command["begins"])
    elif "rewinds" in command:
      store = command["rewinds"]
      self.is_rewinding[store] = command["begins"]
      if command["begins"]:
        # What was acknowledged before may be lost now.
        self.follow()
        self.histories[store].acknowledged = []
        self.rewinds[store] += 1
      self.say(rewinds=True)
    elif "listed" in command: self.check_listed(command)
    elif "quiet" in command:
      self.follow()
      self.rest = Rest(self)

  def follow(self):
    """Reads what is new, and returns whether there was anything."""
    lines = [(name, line) for name, followed in self.lists.items() for line in followed.read()]
    # A journal is written before a commit, so it explains all lines that were read before it.
    for store, journals in self.journals.items():
      for journal in journals:
        for line in journal.read():
          trouble = self.histories[store].read(line)
          if trouble: self.fail(f"writer of {store}", trouble)
    for name, line in lines: self.take(name, line)
    return bool(lines)

  def take(self, name, text):
    """Applies and checks a line of a list."""
    followed = self.lists[name]
    self.counts["lines"] += 1
    if name in self.failed: return
    followed.newest = text
    try:
      line = json.loads(text)
      followed.last_type = line["type"]
      if line["type"] == "error":
        self.counts["errors"] += 1
        self.causes.ask(name, followed.wish["store"], line)
      if not followed.replay.apply(line): return
      if not followed.wish["alongside"]: return self.search(followed)
      entry = line["alongside"][0]
      store = followed.wish["store"]
      history, mark, before = self.histories[store], entry["mark"], followed.mark
      if not history.knows(mark): raise Broken(f"a state that no writer made: {entry}")
      if entry["n"] != history.number(mark): raise Broken(f"the rows alongside are torn: {entry}")
      followed.mark = mark
      if before and history.number(mark) < history.number(before): followed.spend_rewind(self.rewinds[store])
      if followed.replay.doubt: self.counts["doubts"] += 1
      self.comparisons[store].check(followed.wish, followed.replay, mark, before)
      self.counts["checked"] += 1
    except (Broken, KeyError, IndexError, TypeError, ValueError) as error:
      self.fail(name, f"{type(error).__name__}: {error}" if not isinstance(error, Broken) else str(error))

  def search(self, followed):
    """Checks that a list without a query alongside shows a state that isn't older than the one before."""
    if followed.replay.doubt: return
    history, rewinds = self.histories[followed.wish["store"]], self.rewinds[followed.wish["store"]]
    mark, trouble = self.find(followed, history.since(followed.place))
    if mark is None and followed.rewinds < rewinds:
      # The store was put back since, perhaps to a state long before.
      followed.rewinds = rewinds
      mark, trouble = self.find(followed, history.since(0))
    if mark is None:
      raise Broken(f"no transaction since the line before makes this list; the newest does not because: {trouble}")
    followed.place = history.number(mark)
    self.counts["searched"] += 1

  def find(self, followed, marks):
    """Returns the oldest of some transactions that makes a list, because the next line can show any later one."""
    store, trouble, last = followed.wish["store"], None, None
    for mark in marks[-SEARCHED:] + marks[:-SEARCHED][::-1]:
      if not self.histories[store].knows(mark): continue
      state = self.histories[store].state(mark)
      # A transaction that changed nothing of this table makes the same list as the one before.
      made = (state[followed.wish["table"]], state["meta"].get(("odd",)))
      if last and made[0] is last[0] and made[1] == last[1]: continue
      last = made
      try:
        self.comparisons[store].check(followed.wish, followed.replay, mark, None)
        return mark, None
      except Broken as error: trouble = error
    return None, trouble

  def check_listed(self, command):
    """Checks the output of `sectional list`, which was run at rest."""
    followed = self.lists[command["listed"]] = Followed({**command, "path": None}, 0)
    try:
      line = json.loads(command["text"])
      followed.newest = command["text"]
      followed.replay.apply(line)
      store = command["wish"]["store"]
      self.comparisons[store].check(command["wish"], followed.replay, self.heads[store], None)
    except (Broken, KeyError, IndexError, TypeError, ValueError) as error:
      self.fail(command["listed"], f"{type(error).__name__}: {error}")
    del self.lists[command["listed"]]


if __name__ == "__main__":
  Checker(json.loads(sys.stdin.readline())).run()

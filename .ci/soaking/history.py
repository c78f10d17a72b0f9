"""What the writers did: the states of a store, found in the journals that the writers keep outside of it."""
import bisect
import json
from collections import OrderedDict

import tables


def encode(value): return {"blob": value.hex()} if isinstance(value, bytes) else value


def decode(value): return bytes.fromhex(value["blob"]) if isinstance(value, dict) else value


class History:
  """The transactions of one store, each with a mark and the mark of the one before.

  A store that was put back goes on from an earlier mark, so the marks form a tree.
  """
  KEPT, EVERY = 400, 60

  def __init__(self):
    self.entries, self.states = {"start": {"n": 0, "parent": None, "ops": []}}, OrderedDict()
    self.landmarks = {"start": {table: {} for table in [*tables.TABLES, "meta"]}}
    # Numbers and marks, in order. Transactions that a store forgot when it was put back have the numbers of others.
    self.order = [(0, "start")]
    self.acknowledged, self.done = [], 0

  def read(self, line):
    """Reads a line of a journal; returns a trouble that a writer had, if that is what it says."""
    entry = json.loads(line)
    if "ops" in entry:
      self.entries[entry["mark"]] = entry
      bisect.insort(self.order, (entry["n"], entry["mark"]))
    elif "done" in entry:
      self.acknowledged.append(entry["done"])
      self.done += 1
    return entry.get("trouble")

  def state(self, mark):
    """Returns the tables after the transaction with a mark."""
    path = []
    while (state := self.landmarks.get(mark) or self.states.get(mark)) is None:
      path.append(mark)
      mark = self.entries[mark]["parent"]
    for mark in reversed(path):
      entry = self.entries[mark]
      state = dict(state)
      for table in {op[0] for op in entry["ops"]}: state[table] = dict(state[table])
      for op in entry["ops"]: perform(op, state)
      (self.landmarks if entry["n"] % self.EVERY == 0 else self.states)[mark] = state
    while len(self.states) > self.KEPT: self.states.popitem(last=False)
    return state

  def number(self, mark): return self.entries[mark]["n"]

  def knows(self, mark):
    """Returns whether a transaction and all before it are known."""
    while mark is not None and mark not in self.states and mark not in self.landmarks:
      if mark not in self.entries: return False
      mark = self.entries[mark]["parent"]
    return True

  def since(self, number):
    """Returns the marks of all transactions from a number on."""
    return [mark for _, mark in self.order[bisect.bisect_left(self.order, (number, "")):]]

  def lost(self, head):
    """Returns the acknowledged transactions that the state at a mark doesn't contain, and forgets all of them."""
    before, wanted, mark = set(), set(self.acknowledged), head
    while mark is not None and not wanted <= before:
      before.add(mark)
      mark = self.entries[mark]["parent"]
    self.acknowledged = []
    return sorted(wanted - before)


def perform(op, state):
  table, kind, *rest = op
  if kind == "clear": state[table].clear()
  elif kind == "remove":
    if state[table].pop(tuple(rest[0]), None) is None: raise ValueError(f"the journal removes an unknown row: {op}")
  else: state[table][tuple(rest[0])] = tuple(decode(value) for value in rest[1])

"""Compares what a list shows with what it should show."""
import unicodedata

import tables
from expected import expected
from history import encode
from replay import Broken


class Comparison:
  """What the requests of a store's lists should show; the last expected lists are remembered."""

  def __init__(self, history, orders): self.history, self.orders = history, orders

  def check(self, wish, replay, mark, before):
    """Checks a list against the state at a mark; before is the mark of the line before, if there was one.

    Raises: Broken, if the list is wrong.
    """
    if replay.doubt: return
    state = self.history.state(mark)
    check_keys(wish, replay, state)
    wanted = expected(wish, state, self.orders)
    state = state[wish["table"]]
    if wish["window"] and not replay.is_complete: wanted = beginning(wanted, replay.counted)
    compare_sections(replay.sections, wanted)
    for place, (shown, section) in enumerate(zip(replay.sections, wanted)):
      for item, (identity, key) in enumerate(zip(shown.ids, section.ids)):
        if identity is not None and identity_key(identity) != key:
          raise Broken(f"row {item} of section {place} ({section.name!r}) is {identity}, not {list(key)}\n"
                       f"  shown:    {excerpt(shown.ids, item)}\n  expected: {excerpt(section.ids, item)}")
    self.check_rows(wish, replay, wanted, state)
    if before is not None and not wish["window"]: self.check_named(wish, replay, wanted, state, before)

  def check_rows(self, wish, replay, wanted, state):
    """Checks the contents of rows: all of them, or with a window those that came with the newest line."""
    if not wish["rows"]: return
    places = replay.fresh if wish["window"] else [
      (place, item) for place, section in enumerate(wanted) for item in range(len(section.ids))]
    names = shown_columns(wish)
    for place, item in places:
      row, key = replay.sections[place].rows[item], wanted[place].ids[item]
      if row is None: raise Broken(f"row {list(key)} has no contents")
      for name, value in zip(tables.columns(wish["table"]), state[key]):
        if name not in names: continue
        value = encode(value)
        if name not in row or row[name] != value or type(row[name]) is not type(value):
          raise Broken(f"{name} of row {list(key)} is {row.get(name)!r}, not {value!r}")

  def check_named(self, wish, replay, wanted, state, before):
    """Checks that rows with other contents were named, which lists without contents don't show otherwise."""
    earlier = self.history.state(before)
    old = earlier[wish["table"]]
    named = {identity_key(identity) for identity in replay.named}
    shown = {key for section in expected(wish, earlier, self.orders) for key in section.ids}
    for section in wanted:
      for key in section.ids:
        if key in shown and different(old[key], state[key], wish) and key not in named:
          raise Broken(f"row {list(key)} has other contents, but wasn't named: {old[key]} -> {state[key]}")


def check_keys(wish, replay, state):
  """Rejects a state that lacks a row of the list, which takes much less time than making the list of that state."""
  rows = state[wish["table"]]
  for section in replay.sections:
    for identity in section.ids:
      if identity is not None and identity_key(identity) not in rows:
        raise Broken(f"row {identity} isn't in the table")
  is_whole = not any(wish[part] for part in ("where", "search", "limit", "offset", "window", "secured"))
  shown = sum(len(section.ids) for section in replay.sections)
  if is_whole and shown != len(rows): raise Broken(f"the list has {shown} rows, and the table {len(rows)}")


def shown_columns(wish): return wish["columns"] or tables.columns(wish["table"])


def different(left, right, wish):
  """Returns whether two rows differ in a column that a list shows."""
  names = shown_columns(wish)
  return any(
    old != new for name, old, new in zip(tables.columns(wish["table"]), left, right) if name in names)


def beginning(sections, count):
  """Returns the sections of the first rows."""
  found = []
  for section in sections:
    if count <= 0: break
    found.append(type(section)(section.key, section.name, section.ids[:count]))
    count -= len(section.ids)
  return found


def compare_sections(shown, wanted):
  seen = [(section.key, section.name, len(section.ids)) for section in shown]
  want = [(encode(section.key), section.name, len(section.ids)) for section in wanted]
  for place, section in enumerate(want):
    if place < len(seen) and type(seen[place][0]) is type(section[0]) and seen[place] == section: continue
    # Whole reals are written as integers.
    if place < len(seen) and isinstance(section[0], float) and seen[place] == section: continue
    raise Broken(f"section {place} of {len(want)} should be {section}, but is "
                 f"{seen[place] if place < len(seen) else 'missing'}\n  shown:    {excerpt(seen, place)}\n"
                 f"  expected: {excerpt(want, place)}")
  if len(seen) > len(want): raise Broken(f"{len(seen) - len(want)} sections too many: {seen[len(want):][:5]}")
  for section in shown:
    title = tables.first_letter(section.name) or None
    if section.title is None or title is None:
      if section.title is not title: raise Broken(f"section {section.name!r} has the index title {section.title!r}")
    elif unicodedata.normalize("NFC", section.title) != title:
      raise Broken(f"section {section.name!r} has the index title {section.title!r}, not {title!r}")


def identity_key(identity): return tuple(identity) if isinstance(identity, list) else (identity,)


def excerpt(items, place): return f"… {items[max(0, place - 2):place + 3]} … ({len(items)} in all)"

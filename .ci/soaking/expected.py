"""The list that a request makes of a state, by plain loops that share nothing with the product."""
import datetime
import unicodedata
import zoneinfo
from dataclasses import dataclass

import tables
from wishes import CONDITIONS


@dataclass
class Section:
  """A section of an expected list: its key, its name, and the identities of its rows."""
  key: object
  name: str
  ids: list


class Orders:
  """Compares texts. The ranks of a locale are the places that a server gave to every text there is."""

  def __init__(self, ranks): self.ranks = ranks

  def key(self, value, collation, isSection=False):
    """Returns what a value is ordered by: nulls, numbers, texts, blobs."""
    if value is None: return (0,)
    if isinstance(value, (int, float)): return (1, value)
    if isinstance(value, bytes): return (3, value)
    data = value.encode()
    if collation == "nocase": return (2, lowered(data), data) if isSection else (2, lowered(data))
    if collation == "folded": return (2, folded(value).encode(), data)
    if collation.startswith("localized"): return (2, self.ranks[collation[10:-1]][value])
    return (2, data)


def lowered(data): return bytes(byte + 32 if 65 <= byte <= 90 else byte for byte in data)


def folded(text):
  plain = "".join(mark for mark in unicodedata.normalize("NFD", text) if not unicodedata.combining(mark))
  return plain.casefold()


def section_value(section, row, orders):
  """Returns the key of a row's section, and its name."""
  if section is None: return None, ""
  value = row[section["column"]]
  if value is None: return None, ""
  match section["kind"]:
    case "letter": value = tables.first_letter(value)
    case "prefix": value = tables.prefix(value, section["length"])
    case "buckets":
      bounds = section["bounds"]
      place = sum(value >= bound for bound in bounds)
      if place == 0: return 0, f"< {bounds[0]}"
      if place == len(bounds): return place, f"≥ {bounds[-1]}"
      return place, f"{bounds[place - 1]} to < {bounds[place]}"
    case "index": return letter_section(section["locale"], orders.ranks[section["locale"]], value)
    case "day" | "week" | "month" | "year" as unit: return date_section(unit, value, section["zone"])
  return value, name(value)


def letter_section(locale, ranks, text):
  """Returns the place of the last letter that a text doesn't come before, and that letter."""
  letters = tables.LETTERS[locale]
  if ranks[text] >= ranks[tables.BEHIND]: return len(letters) + 1, "…"
  place = sum(ranks[text] >= ranks[tables.first_text(letter)] for letter in letters)
  return place, letters[place - 1] if place else "…"


def date_section(unit, seconds, zone):
  date = datetime.datetime.fromtimestamp(seconds, zoneinfo.ZoneInfo(zone)).date()
  year, week, _ = date.isocalendar()
  match unit:
    case "day": return date.year * 10_000 + date.month * 100 + date.day, date.isoformat()
    case "week": return year * 100 + week, f"{year}-W{week:02}"
    case "month": return date.year * 100 + date.month, f"{date.year}-{date.month:02}"
  return date.year, f"{date.year}"


def name(value):
  if isinstance(value, bytes): return value.hex()
  if isinstance(value, float) and value.is_integer(): return str(int(value))
  return str(value)


def expected(wish, state, orders):
  """Returns the sections of a list over the tables of a state, whose rows are given by their keys."""
  # Row security hides rows of some tables from a role, as long as a switch says so.
  hides = wish["secured"] and state["meta"].get(("odd",), (0,))[0]
  columns, key_columns = tables.columns(wish["table"]), tables.keys(wish["table"])
  meets = CONDITIONS[wish["where"]] if wish["where"] else None
  found = (wish["search"] or ("", ""))
  rows = []
  for key, values in state[wish["table"]].items():
    row = dict(zip(columns, values))
    if meets and not meets(row): continue
    if hides and row["size"] is not None and row["size"] % 2: continue
    if found[0] and (row[found[0]] is None or folded(found[1]) not in folded(row[found[0]])): continue
    rows.append((key, row, section_value(wish["section"], row, orders)))
  # Stable sorts from the last term to the first.
  for place in reversed(range(len(key_columns))): rows.sort(key=lambda row: orders.key(row[0][place], "binary"))
  for sort in reversed(wish["sorts"]):
    column, collation = sort["column"], sort["collation"]
    rows.sort(key=lambda row: orders.key(row[1][column], collation), reverse=sort["descends"])
  if wish["section"]:
    # Sections follow the first sort key if it is on the column that they come from.
    first = wish["sorts"][0] if wish["sorts"] else None
    follows = first is not None and first["column"] == wish["section"]["column"]
    collation = first["collation"] if follows else "binary"
    rows.sort(
      key=lambda row: orders.key(row[2][0], collation, True), reverse=follows and first["descends"])
  rows = rows[wish["offset"]:]
  if wish["limit"]: rows = rows[:wish["limit"]]
  return grouped(rows, wish)


def grouped(rows, wish):
  if not wish["section"]: return [Section(None, "", [key for key, _, _ in rows])]
  sections = []
  for key, _, (value, text) in rows:
    if not sections or not same(sections[-1].key, value): sections.append(Section(value, text, []))
    sections[-1].ids.append(key)
  return sections


def same(left, right):
  """Returns whether two values are one section: numbers by value, but never a number and a text."""
  if left is None or right is None: return left is right
  if isinstance(left, (int, float)) and isinstance(right, (int, float)): return left == right
  return type(left) is type(right) and left == right

"""A list made from the JSON lines of `sectional watch`, as the JSON contract says."""
from dataclasses import dataclass, field


class Broken(Exception):
  """A line that can't be applied, or that leads to something else than was expected."""


@dataclass
class Shown:
  """A section that a list shows. The rows that a window doesn't hold are None until a line names them."""
  key: object
  name: str
  title: object
  ids: list = field(default_factory=list)
  rows: list = field(default_factory=list)


class Replay:
  """The state of one list."""

  def __init__(self):
    self.sections, self.sequence, self.has_rows = None, -1, False
    self.is_window, self.is_complete, self.doubt, self.counted, self.status = False, True, None, None, "current"
    # The rows that the newest line named as updated or moved, and the sections and items whose rows it contained.
    self.named, self.fresh = [], []

  def apply(self, line):
    """Applies a line, and returns whether the list is another one."""
    kind = line["type"]
    if kind == "hello":
      self.is_window = line["format"] == 2
    elif kind == "status":
      self.status = line["status"]
    elif kind in ("snapshot", "changes"):
      if line["sequence"] != self.sequence + 1: raise Broken(f"sequence {line['sequence']} after {self.sequence}")
      self.sequence += 1
      if self.is_window:
        self.is_complete, self.doubt, self.counted = line["isComplete"], line["doubt"], line["counted"]
      self.named, self.fresh = [], []
      if kind == "snapshot" or line.get("reset"): self.replace(line)
      else: self.change(line)
      self.check_counts()
      return True
    elif kind not in ("error", "end"):
      raise Broken(f"a line of unknown type {kind}")
    return False

  def replace(self, line):
    self.sections = []
    for place, section in enumerate(line["sections"]):
      shown = Shown(section["key"], section["name"], section["indexTitle"])
      shown.ids, shown.rows = [None] * section["count"], [None] * section["count"]
      entries = enumerate(section["ids"]) if "ids" in section else (
        (entry["item"], entry if "row" in entry else entry["id"]) for entry in section["held"])
      for item, entry in entries:
        shown.ids[item], shown.rows[item] = split(entry)
        self.fresh.append((place, item))
      self.sections.append(shown)

  def change(self, line):
    # Rows leave from the last to the first, so that those before keep their places.
    carried = {}
    leaving = [change for change in line["changes"] if change["change"] in ("delete", "move")]
    for change in sorted(leaving, key=lambda change: change["from"], reverse=True):
      section, item = change["from"]
      shown = self.sections[section]
      identity, row = shown.ids.pop(item), shown.rows.pop(item)
      if identity is not None and identity != change["id"]:
        raise Broken(f"{change['change']} of {change['id']} from {change['from']}, where {identity} is")
      carried[str(change["id"])] = row
    for index in sorted(line["sectionDeletes"], reverse=True):
      if self.sections[index].ids: raise Broken(f"section {index} is deleted, but not empty")
      del self.sections[index]
    for section in sorted(line["sectionInserts"], key=lambda section: section["index"]):
      if section["index"] > len(self.sections): raise Broken(f"section {section['index']} is inserted behind the end")
      self.sections.insert(section["index"], Shown(section["key"], section["name"], section["indexTitle"]))
    coming = [change for change in line["changes"] if change["change"] in ("insert", "move")]
    for change in sorted(coming, key=lambda change: change["to"]):
      section, item = change["to"]
      shown = self.sections[section]
      if item > len(shown.ids): raise Broken(f"{change['change']} of {change['id']} behind the end")
      shown.ids.insert(item, change["id"])
      shown.rows.insert(item, change.get("row", carried.get(str(change["id"]))))
    for change in line["changes"]:
      if change["change"] == "delete": continue
      section, item = change["to"]
      if "row" in change: self.fresh.append((section, item))
      if change["change"] == "insert": continue
      shown = self.sections[section]
      if shown.ids[item] is None: shown.ids[item] = change["id"]
      if shown.ids[item] != change["id"]:
        raise Broken(f"{change['change']} of {change['id']} at {change['to']}, where {shown.ids[item]} is")
      if "row" in change: shown.rows[item] = change["row"]
      self.named.append(change["id"])
    for section in line.get("sectionUpdates", []):
      self.sections[section["index"]].name = section["name"]
    for run in line.get("appended", []):
      shown = self.sections[run["section"]]
      if run["item"] != len(shown.ids): raise Broken(f"rows are appended at {run['item']} of {len(shown.ids)}")
      shown.ids += [None] * run["count"]
      shown.rows += [None] * run["count"]

  def check_counts(self):
    total = sum(len(section.ids) for section in self.sections)
    if self.counted is not None and self.counted != total: raise Broken(f"{self.counted} counted, {total} shown")


def split(entry):
  """Returns the identity and the row of an entry of a snapshot."""
  return (entry["id"], entry["row"]) if isinstance(entry, dict) and "row" in entry else (entry, None)

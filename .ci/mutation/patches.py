"""Reads the patches of .ci/mutations and finds what they change."""
import re
from dataclasses import dataclass, field

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
RANGES = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
SUITE = re.compile(r"\b(?:struct|class|enum|actor) +(\w+)")
RULE = re.compile(r"(?:law [1-5]|rights|no harm|trap): \S.*")


class Misfit(Exception):
  """Names a patch that is invalid, and the reason."""


@dataclass
class Patch:
  name: str
  breaks: str = ""
  guards: str = ""
  suites: list = field(default_factory=list)
  # For each path, the hunks: the number of the first line, and the lines with their first characters.
  hunks: dict = field(default_factory=dict)

  def fails(self, reason): return Misfit(f"{self.name}: {reason}")


@dataclass
class Edit:
  """A replacement of the text between two places of a file."""
  start: int
  end: int
  text: str


def read_patches(folder, tests):
  """Returns the patches of a folder in the order of their names, checked against the code of the tests."""
  known = set(SUITE.findall(tests))
  paths = sorted(folder.glob("*.patch"))
  names = [path.stem for path in paths]
  for first, second in zip(names, names[1:]):
    # Macs would keep only one of them.
    if first.lower() == second.lower(): raise Misfit(f"{second}: two patches have this name")
  patches = [_read(Patch(path.stem), path.read_text()) for path in paths]
  for patch in patches:
    for suite in patch.suites:
      if suite not in known: raise patch.fails(f"unknown suite {suite}")
  return patches


def _read(patch, text):
  if not NAME.fullmatch(patch.name): raise patch.fails("a name consists of a-z, 0-9 and -")
  headers = re.findall(r"^(Breaks|Guards|Test): (\S.*)$", text.partition("\n--- ")[0], re.MULTILINE)
  if [key for key, _ in headers] != ["Breaks", "Guards", "Test"]:
    raise patch.fails("a patch begins with one line Breaks:, one line Guards: and one line Test:")
  patch.breaks, patch.guards, suites = (text for _, text in headers)
  patch.suites = suites.split("|")
  if not RULE.fullmatch(patch.guards) or len(patch.guards) > 110:
    raise patch.fails("Guards: names a law, rights, no harm or a trap, and the rule in at most 110 characters")
  lines, path, place = text.splitlines(), None, 0
  while place < len(lines):
    words, ranges = lines[place].split(), RANGES.match(lines[place])
    place += 1
    if words[:1] == ["+++"]:
      path = words[1].partition("/")[2]
    elif ranges and path:
      hunk, left = [], [int(ranges[2] or 1), int(ranges[4] or 1)]
      while any(left) and place < len(lines):
        # Editors remove the blank of an empty line.
        line = lines[place] or " "
        hunk.append(line)
        left = [left[0] - (line[0] in " -"), left[1] - (line[0] in " +")]
        place += 1
      if any(left): raise patch.fails("a hunk does not have the number of lines that it says")
      patch.hunks.setdefault(path, []).append((int(ranges[1]), hunk))
  if not patch.hunks: raise patch.fails("it changes nothing")
  return patch


def edits(patch, path, code):
  """Returns a patch's edits of a file, which must match the patch exactly."""
  lines, result, behind = code.splitlines(keepends=True), [], 0
  starts = [0]
  for line in lines: starts.append(starts[-1] + len(line))
  for number, hunk in patch.hunks[path]:
    place = _place(patch, path, lines, number - 1, [line[1:] for line in hunk if line[0] in " -"])
    if place < behind: raise patch.fails("its hunks are out of order")
    old, new, first = 0, "", place
    for line in hunk + [" "]:
      if line[0] == " ":
        if old or new: result.append(_narrow(code, starts[first], starts[first + old], new))
        first, old, new = first + old + 1, 0, ""
      elif line[0] == "-": old += 1
      elif line[0] == "+": new += line[1:] + "\n"
    behind = first - 1
  return result


def _place(patch, path, lines, stated, wanted):
  """Returns the index of a hunk's first line: the stated one if it matches, otherwise the only match."""
  bare = [line.rstrip("\n") for line in lines]
  found = [at for at in range(len(lines)) if bare[at:at + len(wanted)] == wanted]
  if stated in found: return stated
  if not found: raise patch.fails(f"it no longer applies to {path}")
  if len(found) > 1: raise patch.fails(f"it applies to {len(found)} places in {path}")
  return found[0]


def _narrow(code, start, end, new):
  """Returns an edit without the unchanged text at its ends."""
  while start < end and new and code[start] == new[0]: start, new = start + 1, new[1:]
  while start < end and new and code[end - 1] == new[-1]: end, new = end - 1, new[:-1]
  return Edit(start, end, new)

"""Finds the changes of single lines that a test should notice, and draws some of them."""
import bisect
import random
import re
import sys
from collections import Counter
from dataclasses import dataclass

from masking import Unreadable, mask
from patches import Patch
from replacements import replacements
from rewritings import rewritings
from sites import find_sites
from weaving import INLINED

# Checks of what the code believes, which trap: weakening one changes nothing while the code is right. The lines of
# such a check are left out, as are those of the hints.
CHECK = re.compile(r"(?<![.\w])(?:precondition|assert|preconditionFailure|assertionFailure|fatalError)(?=\()")
# Capacities that are only hints, and parts of hash values: without one, the code is slower and no less right.
HINT = re.compile(r"\b(?:reserveCapacity(?=\()|minimumCapacity:|hasher\.combine(?=\())")
AVAILABILITY = re.compile(r"#(?:un)?available\b")
PLATFORM = re.compile(r"(!?)(canImport|os)\((\w+)\)")


@dataclass(frozen=True)
class Change:
  """A line of a file, and another in its place."""
  path: str
  line: int
  kind: str
  old: str
  new: str

  def patch(self, name):
    """Returns the change in the form of a mutant."""
    return Patch(name, hunks={self.path: [(self.line, ["-" + self.old, "+" + self.new])]})


def changes(path, code):
  """Returns all changes of a file inside of the bodies that can be replaced."""
  masked = mask(code)
  if INLINED.search(masked): return []
  sites = [site for site in find_sites(masked) if not site.is_value]
  starts = [0] + [found.end() for found in re.finditer("\n", code)]
  skipped, result = _skipped(code, masked, starts), {}
  for kind, start, end, new in replacements(masked) + rewritings(code, masked, sites):
    line = bisect.bisect(starts, start)
    if line in skipped or "\n" in code[start:end]: continue
    if not any(site.start <= start and end <= site.end for site in sites): continue
    first, last = starts[line - 1], (starts + [len(code) + 1])[line] - 1
    old, text = code[first:last], code[first:start] + new + code[end:last]
    # The first of several ways to the same line counts.
    result.setdefault((line, text), Change(path, line, kind, old, text))
  return sorted(result.values(), key=lambda change: (change.line, change.kind, change.new))


def _skipped(code, masked, starts):
  """Returns the numbers of lines that aren't changed."""
  skipped, is_compiled = set(), [True]
  for number, start in enumerate(starts, 1):
    line = masked[start:(starts + [len(code) + 1])[number] - 1].strip()
    word, _, condition = line.partition(" ")
    if word == "#if": is_compiled.append(_holds(condition))
    # The second branch is the one for the other platform.
    if word in ("#else", "#elseif"): is_compiled[-1] = not is_compiled[-1]
    if word == "#endif": is_compiled.pop()
    if not all(is_compiled) or line.startswith(("#", "@")) or AVAILABILITY.search(line): skipped.add(number)
  for found in [*CHECK.finditer(masked), *HINT.finditer(masked)]:
    depth, end = 0, found.end()
    while end < len(masked) and (depth > 0 or end == found.end()):
      depth += (masked[end] in "([{") - (masked[end] in ")]}")
      end += 1
    skipped.update(range(bisect.bisect(starts, found.start()), bisect.bisect(starts, end - 1) + 1))
  return skipped


def _holds(condition):
  """Whether a condition on the platform holds here. Code behind any other condition is left out."""
  found, is_mac = PLATFORM.fullmatch(condition), sys.platform == "darwin"
  if not found: return False
  here = {"Darwin", "macOS"} if is_mac else {"Glibc", "Linux"}
  return (found[3] in here) != bool(found[1])


def all_changes(contents, folders):
  """Returns the changes of the Swift files in folders."""
  result = []
  for path in sorted(contents):
    if not path.endswith(".swift") or not path.startswith(tuple(folder + "/" for folder in folders)): continue
    try:
      result += changes(path, contents[path][0].decode())
    except Unreadable as error:
      sys.exit(f"score: {path}: {error}")
  return result


def draw(known, count, seed):
  """Draws changes of different lines: each line is as likely as any other, and rare kinds are preferred in it."""
  lines, often = {}, Counter(change.kind for change in known)
  for change in known: lines.setdefault((change.path, change.line), []).append(change)
  chance = random.Random(seed)
  places = sorted(lines)
  # Of all lines, so that a larger draw begins with the same changes as a smaller one.
  chance.shuffle(places)
  return [
    chance.choices(lines[place], [1 / often[change.kind] for change in lines[place]])[0] for place in places[:count]]

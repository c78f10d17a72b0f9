"""Decides which suites run against a change, those that are likely to notice it soon first."""
import re
from collections import Counter

from patches import SUITE

TARGETS = [
  "SectionalTests", "EveryStoreTests", "SectionalSQLiteTests", "SectionalPostgresTests", "SectionalCommandTests",
  "RecipeTests", "SectionalICUTests", "SectionalComparisonTests"]
TYPE = re.compile(r"\b(?:struct|class|enum|actor|extension|protocol) +(\w+)")
MEMBER = re.compile(r"(?<![.\w])(?:func|var) +(\w+)")
# So many suites are near, besides those that a committed mutant of the same file names.
NEAR = 8
# How many seconds the suites of the first stage and of each later one take together, without a change.
FIRST, LATER = 20, 90


def suites(contents):
  """Returns the paths, the names and the words of the test files that have suites."""
  found = []
  for path, (data, _) in contents.items():
    if not re.match(rf"Tests/({'|'.join(TARGETS)})/.*\.swift$", path): continue
    text = data.decode()
    names = [name for name in SUITE.findall(text) if name.endswith("Tests")]
    if names: found.append((path, names, Counter(re.findall(r"\w+", text))))
  return found


class Nearest:
  """Finds suites that mention what a change is about."""

  def __init__(self, contents, patches):
    self.contents, self.named, self.suites = contents, {}, suites(contents)
    for patch in patches:
      for path in patch.hunks: self.named.setdefault(path, set()).update(patch.suites)

  def suites_for(self, change):
    text = self.contents[change.path][0].decode()
    stem, folder = re.split(r"[+.]", change.path.split("/")[-1])[:-1], change.path.split("/")[-2]
    members = MEMBER.findall("\n".join(text.split("\n")[:change.line]))
    ranks = []
    for path, names, words in self.suites:
      mentioned = sum(words[name] > 0 for name in {*TYPE.findall(text), *stem})
      # A store's own suites are nearer to it than others.
      is_own = path.startswith(f"Tests/{change.path.split('/')[1]}Tests/")
      rank = mentioned + 2 * bool(members and words[members[-1]]) + (f"/{folder}/" in path) + is_own
      rank += 4 * any(part in path.split("/")[-1] for part in stem)
      if rank > 1: ranks.append((-rank, sum(words.values()), names))
    near = [name for _, _, names in sorted(ranks)[:NEAR] for name in names]
    return {*near, *self.named.get(change.path, ())}


def stages(name, near, reach):
  """Returns the suites that reach a change, in lists that run one after the other: near and short ones first.

  reach has the seconds that each suite takes without a change, and the names of the changes that it reaches.
  """
  reaching = [suite for suite in reach if name in reach[suite]["changes"]]
  # A suite that reaches few changes is about these.
  reaching.sort(key=lambda suite: (
    suite not in near, reach[suite]["seconds"] * (5 + len(reach[suite]["changes"])), suite))
  found, most = [], 0
  for suite in reaching:
    if not found or found[-1] and sum(reach[own]["seconds"] for own in found[-1]) >= most:
      most = LATER if found else FIRST
      found.append([])
    found[-1].append(suite)
  return found

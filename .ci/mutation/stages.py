"""Decides which tests run against a change, those that are likely to notice it soon first."""
import re
from collections import Counter

from patches import SUITE

# The tests that need the most time for what they notice: programs, recipes, and what stands above the stores.
LAST = ["SectionalCommandTests", "RecipeTests", "SectionalICUTests", "SectionalComparisonTests"]
STAGES = {
  "Sectional": [["SectionalTests"], ["EveryStoreTests", "SectionalSQLiteTests"], ["SectionalPostgresTests"], LAST],
  "SectionalSQL": [["EveryStoreTests", "SectionalSQLiteTests"], ["SectionalPostgresTests"], [*LAST, "SectionalTests"]],
  "SectionalSQLite": [
    ["SectionalSQLiteTests"], ["EveryStoreTests"], ["SectionalPostgresTests"], [*LAST, "SectionalTests"]],
  "SectionalPostgres": [
    ["SectionalPostgresTests"], ["EveryStoreTests"], ["SectionalSQLiteTests"], [*LAST, "SectionalTests"]],
}
TARGETS = [target for stage in STAGES["Sectional"] for target in stage]
TYPE = re.compile(r"\b(?:struct|class|enum|actor|extension|protocol) +(\w+)")
MEMBER = re.compile(r"(?<![.\w])(?:func|var) +(\w+)")
# So many suites are near, besides those that a committed mutant of the same file names.
NEAR = 8


def stages(change):
  """Returns lists of test targets. The nearest suites run before."""
  return STAGES[change.path.split("/")[1]]


def pattern(targets): return f"^({'|'.join(targets)})[.]"


class Nearest:
  """Finds suites that mention what a change is about."""

  def __init__(self, contents, patches):
    self.contents, self.named, self.suites = contents, {}, []
    for patch in patches:
      for path in patch.hunks: self.named.setdefault(path, set()).update(patch.suites)
    for path, (data, _) in contents.items():
      if not re.match(rf"Tests/({'|'.join(TARGETS)})/.*\.swift$", path): continue
      text = data.decode()
      names = [name for name in SUITE.findall(text) if name.endswith("Tests")]
      if names: self.suites.append((path, names, Counter(re.findall(r"\w+", text))))

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

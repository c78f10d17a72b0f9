"""Reads the explanations of survivors and prints the score."""
import re
from collections import Counter

from patches import Misfit


def read_explanations(file, contents):
  """Returns the reasons by path, old line and new line."""
  lines = [line for line in file.read_text().splitlines() if line.strip() and not line.startswith("#")]
  reasons = {}
  for path, old, new, reason in zip(*[iter(lines + [""] * (-len(lines) % 4))] * 4):
    if not (old.startswith("- ") and new.startswith("+ ") and reason.startswith("= ")):
      raise Misfit(f"{file.name}: after {path}, a line with -, one with + and one with = must follow")
    known = contents[path][0].decode().splitlines() if path in contents else []
    if old[2:].strip() not in {line.strip() for line in known}:
      raise Misfit(f"{file.name}: {path} has no line {old[2:].strip()}")
    reasons[path, old[2:].strip(), new[2:].strip()] = reason[2:]
  return reasons


def explanation(reasons, change): return reasons.get((change.path, change.old.strip(), change.new.strip()))


def report(changes, results, reasons):
  """Prints the score of each folder and the survivors, and returns the score in percent."""
  counts, survivors, explained = {}, [], []
  for name, change in changes.items():
    is_caught = results.get(name, {}).get("is_caught")
    reason = explanation(reasons, change)
    kind = "noticed" if is_caught else "explained" if reason else "survived"
    if kind == "survived": survivors.append((change, name))
    if kind == "explained": explained.append((change, reason))
    for folder in (re.sub(r"^Sources/|/[^/]*$", "", change.path), "all"):
      counts.setdefault(folder, Counter())[kind] += 1
  width = max(map(len, counts))
  print(f"\n{'':{width}}  changes  noticed  survived  explained  score")
  for folder in [*sorted(set(counts) - {"all"}), "all"]:
    own = counts[folder]
    print(f"{folder:{width}}  {sum(own.values()):7}  {own['noticed']:7}  {own['survived']:8}  {own['explained']:9}  "
          f"{_percent(own):>5.0f}")
  # Late failures are the ones that may have another cause than the change.
  stages = Counter(results[name]["stages"] - 1 for name in changes if results.get(name, {}).get("is_caught"))
  print("\nnoticed in", ", ".join(f"stage {stage}: {stages[stage]}" for stage in sorted(stages)) or "no stage")
  kinds = Counter(change.kind for change, _ in survivors)
  if survivors: print(f"\nsurvivors ({', '.join(f'{kind} {count}' for kind, count in kinds.most_common())}):")
  for change, name in sorted(survivors, key=lambda entry: (entry[0].path, entry[0].line)):
    print(shown(change, name))
  if explained: print("\nexplained:")
  for change, reason in explained: print(shown(change, reason))
  return _percent(counts["all"])


def shown(change, note):
  return f"{change.path}:{change.line}  ({note})\n  - {change.old.strip()}\n  + {change.new.strip()}"


def _percent(counts):
  judged = counts["noticed"] + counts["survived"]
  return 100 * counts["noticed"] / judged if judged else 100

"""Finds out which suites reach which changes: no suite can notice a change whose place it never runs."""
import re

from bundle import tests
from copying import numbers
from results import digest

# A suite that takes longer than this many seconds hangs.
LONGEST = 1800


def measure(contents, suites, hunt, results, say):
  """Runs each suite by itself without a change, notes what it reaches and how long it takes, and returns those that fail.

  Each runs twice if it fails, because a busy machine can make a suite fail. A suite that is known doesn't run, as long
  as neither its file nor one without suites has changed.
  """
  paths = {name: path for path, names, _ in suites for name in names}
  files = {*paths.values()}
  helpers = digest({path: entry for path, entry in contents.items() if path not in files}, "Tests/")
  digests = {name: helpers + digest(contents, re.escape(path)) for name, path in paths.items()}
  results.reach = {name: known for name, known in results.reach.items() if known["digest"] == digests.get(name)}
  names, failed = numbers(hunt.code), [name for name in paths if name not in results.reach]
  if failed: say(f"running {len(failed)} suites without a change, to see what they reach")
  folder = hunt.scratch / "reached"
  folder.mkdir(exist_ok=True)
  for attempt in range(2):
    jobs, failed = [job(hunt, suite, folder / suite, names) for suite in failed], []
    for count, ended in enumerate(hunt.runs(jobs, LONGEST), 1):
      if ended.is_caught:
        failed.append(ended.name)
        say(f"{count:3} of {len(jobs)}  {ended.name}  {ended.seconds:.0f} s  {ended.ending}; see {ended.log}")
        continue
      reached = (folder / ended.name).read_bytes()
      results.reach[ended.name] = {
        "digest": digests[ended.name], "seconds": round(ended.seconds, 1),
        "changes": [name for number, name in names.items() if reached[number]]}
      results.save()
  return failed


def job(hunt, suite, file, names):
  file.write_bytes(bytes(max(names) + 1))
  return hunt.job(suite, tests(hunt.code, [suite]), f"without-a-change-{suite}.log", SECTIONAL_REACHED=str(file))

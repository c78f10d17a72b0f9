"""Finds out which suites reach which changes: no suite can notice a change whose place it never runs."""
from bundle import tests
from copying import numbers

# A suite that takes longer than this many seconds hangs.
LONGEST = 1800


def measure(suites, hunt, results, say):
  """Runs each suite by itself without a change, notes what it reaches and how long it takes, and returns those that fail.

  Each runs twice if it fails, because a busy machine can make a suite fail.
  """
  names, failed = numbers(hunt.code), [suite for suite in suites if suite not in results.reach]
  if failed: say(f"running {len(failed)} suites without a change, to see what they reach")
  files = hunt.scratch / "reached"
  files.mkdir(exist_ok=True)
  for attempt in range(2):
    jobs, failed = [job(hunt, suite, files / suite, names) for suite in failed], []
    for count, ended in enumerate(hunt.runs(jobs, LONGEST), 1):
      if ended.is_caught:
        failed.append(ended.name)
        say(f"{count:3} of {len(jobs)}  {ended.name}  {ended.seconds:.0f} s  {ended.ending}; see {ended.log}")
        continue
      reached = (files / ended.name).read_bytes()
      results.reach[ended.name] = {
        "seconds": round(ended.seconds, 1), "changes": [name for number, name in names.items() if reached[number]]}
      results.save()
  return failed


def job(hunt, suite, file, names):
  file.write_bytes(bytes(max(names) + 1))
  return hunt.job(suite, tests(hunt.code, [suite]), f"without-a-change-{suite}.log", SECTIONAL_REACHED=str(file))

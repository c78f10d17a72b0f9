"""Prints what failed and what was expensive, and compares the whole with what is recorded."""
from collections import Counter

MOST = 20
# The most lines that are printed of what a test said, and the most characters of each.
TALLEST, WIDEST = 12, 400
# From these shares above the recorded processor time on, a run warns and fails.
DEAR, TOO_DEAR = 0.2, 0.5


def readable(name):
  """Returns a test's name without its place in a file."""
  module_and_suite, _, rest = name.partition("/")
  return f"{module_and_suite.partition('.')[2]}/{rest.rpartition('/')[0] or rest}".replace("`", "")


def expensive(runs):
  """Returns a table of the tests and suites that took the most processor time."""
  tests = {name: cost for run in runs for name, cost in run.tests.items()}
  suites, times = Counter(), Counter()
  for name, (used, took) in tests.items():
    suites[name.partition("/")[0]] += used
    times[name.partition("/")[0]] += took
  lines = ["", f"the {MOST} suites that took the most processor time", "processor      time"]
  lines += [f"{used:7.1f} s {times[name]:7.1f} s  {name}" for name, used in suites.most_common(MOST)]
  lines += ["", f"the {MOST} tests that did", "processor      time"]
  ranked = sorted(tests.items(), key=lambda test: -test[1][0])[:MOST]
  lines += [f"{used:7.1f} s {took:7.1f} s  {readable(name)}" for name, (used, took) in ranked]
  return "\n".join(lines), {name: (used, times[name]) for name, used in suites.items()}


def failures(runs):
  """Returns what each test that failed said first, and a line for each process that ended early."""
  lines = [f"✘ {readable(name)}{_indented(said)}" for run in runs for name, said in sorted(run.failed.items())]
  lines += [
    f"✘ a process ended with status {run.status}{f' in {readable(run.running)}' if run.running else ''}: "
    + ", ".join(run.batch.suites)
    for run in runs if run.status and (run.running or not run.failed)]
  # A program that ends in the middle of its tests can say that all is well.
  lines += [
    f"✘ {missing} of {run.batch.tests} tests never ran: " + ", ".join(run.batch.suites)
    for run in runs if not run.status and (missing := run.batch.tests - len(run.tests) - run.skipped) > 0]
  return lines


def _indented(text):
  return "".join(f"\n    {line[:WIDEST]}" for line in text.splitlines()[:TALLEST])


def verdict(loops, recorded):
  """Returns what to say of the processor time of all tests, in thousands of loops, and whether that is too much."""
  share = loops / recorded - 1
  if share <= DEAR: return f"processor time: {share:+.0%} of what is recorded", False
  advice = "see the tables above for what has become dear; .ci/test --record records the new time"
  return f"processor time: {share:+.0%} of what is recorded: {advice}", share > TOO_DEAR

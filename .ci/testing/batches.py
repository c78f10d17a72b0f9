"""Divides the suites into batches, each of which one process runs, test after test."""
import re
import subprocess
from collections import Counter
from dataclasses import dataclass

# A batch of cheaper suites keeps one of three processes for each processor busy for about so many seconds.
LARGE = 25
# What is not recorded takes less than a second.
UNKNOWN = (0.2, 0.5)


@dataclass(frozen=True)
class Batch:
  suites: tuple
  tests: int
  seconds: float


def suites(program, filters, skips):
  """Returns the number of tests of each suite, as Module.Suite, that a choice of tests has."""
  listed = subprocess.run(
    [program, "--testing-library", "swift-testing", "--list-tests"], check=True, stdout=subprocess.PIPE,
    text=True)
  counts = Counter()
  for name in listed.stdout.splitlines():
    if filters and not any(re.search(pattern, name) for pattern in filters): continue
    if any(re.search(pattern, name) for pattern in skips): continue
    counts[name.partition("/")[0]] += 1
  return counts


def batches(counts, costs):
  """Returns the batches, the most expensive first.

  Suites of a module stay together, because they share servers and files within a process.
  """
  def cost(suite):
    used, took = costs.get(suite, UNKNOWN)
    return max(3 * used, took)
  result, open_batches = [], {}
  for suite in sorted(counts, key=lambda suite: (-cost(suite), suite)):
    module = suite.partition(".")[0]
    names, tests, seconds = open_batches.pop(module, ((), 0, 0))
    if names and seconds + cost(suite) > LARGE:
      result.append(Batch(names, tests, seconds))
      names, tests, seconds = (), 0, 0
    open_batches[module] = names + (suite,), tests + counts[suite], seconds + cost(suite)
  result += [Batch(*batch) for batch in open_batches.values()]
  return sorted(result, key=lambda batch: (-batch.seconds, batch.suites))


def arguments(batch, filters, skips):
  """Returns what tells the tests' program to run a batch."""
  names = "|".join(map(re.escape, batch.suites))
  return [
    "--no-parallel", *(word for pattern in filters for word in ("--filter", pattern)),
    *(word for pattern in [*skips, f"^(?!({names})(/|$))"] for word in ("--skip", pattern))]

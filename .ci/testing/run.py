"""Runs the tests that `make build-tests` has built, several processes at a time, each test by itself.

  .ci/test                      all tests
  .ci/test --filter REGEX …     those whose names, Module.Suite/test(), match one of the expressions
  .ci/test --skip REGEX …       all but those
  .ci/test --record             also records the processor time with which later runs are compared

In a process, one test runs after the other, so that its time is its own, and a test that waits for a program keeps none
waiting but itself. SECTIONAL_JOBS is the number of processes at a time, by default three for each processor.
SECTIONAL_TEST_PROGRAM names other tests than those of `make build-tests`.
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True
root = Path(__file__).resolve().parent.parent.parent

import processor
import report
from batches import batches, suites
from running import run

WIDTH = int(os.environ.get("SECTIONAL_JOBS") or 3 * (os.cpu_count() or 2))
usual_program = root / ".build/tests/debug/sectionalPackageTests.xctest"
program = Path(os.environ.get("SECTIONAL_TEST_PROGRAM") or usual_program)
records = root / ".ci/testing/costs.txt"


def main():
  parser = argparse.ArgumentParser(
    prog=".ci/test", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument("--filter", action="append", default=[], metavar="REGEX")
  parser.add_argument("--skip", action="append", default=[], metavar="REGEX")
  parser.add_argument("--record", action="store_true")
  options = parser.parse_args()
  if not program.exists(): sys.exit("the tests are not built: make build-tests")
  counts = suites(program, options.filter, options.skip)
  if not counts: sys.exit("no test has such a name; .ci/test --help")
  costs, recorded = known()
  is_whole = program == usual_program and not options.filter and not options.skip
  start, speed = time.monotonic(), processor.Speed()
  processor.adopt_orphans()
  with tempfile.TemporaryDirectory(prefix="sectional-runs.") as folder, server(len(counts)) as environment:
    runs = finish(run(
      program, batches(counts, costs), options.filter, options.skip, WIDTH, environment, Path(folder)),
      sum(counts.values()))
  loop, used = speed.loop(), processor.of_children()
  table, spent = report.expensive(runs)
  if len(counts) > 1: print(table)
  failed = report.failures(runs)
  if failed: print("\n== what failed\n" + "\n".join(failed))
  seconds = time.monotonic() - start
  print(f"\n{used:.0f} s of processor time, {used / loop / 1000:.1f} thousand loops of {loop * 1000:.1f} ms")
  is_too_dear = False
  if is_whole and recorded:
    said, is_too_dear = report.verdict(used / loop / 1000, recorded)
    print(said)
  if options.record and is_whole: record(spent, used / loop / 1000)
  word = "failed" if failed else "passed"
  print(f"Test run with {sum(len(run.tests) for run in runs)} tests in {len(counts)} suites {word} after {seconds:.0f} seconds.")
  sys.exit(1 if failed or is_too_dear else 0)


def finish(runs, tests):
  """Prints the output of each batch when it has ended, and returns all of them."""
  ended, done = [], 0
  for one in runs:
    ended.append(one)
    done += one.batch.tests
    one.log.seek(0)
    shutil.copyfileobj(one.log, sys.stdout.buffer)
    one.log.close()
    print(f"== {done} of {tests} tests", flush=True)
  return ended


class server:
  """Starts a throwaway PostgreSQL server for all processes, unless there are few suites or DATABASE_URL names one."""

  def __init__(self, count):
    self._environment = {**os.environ, "SECTIONAL_OPTIMIZED": "1"}
    self._cluster = None
    if count < 8 or "DATABASE_URL" in os.environ: return
    self._cluster = subprocess.Popen(
      [root / ".ci/cluster"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    url = self._cluster.stdout.readline().strip()
    if url.startswith("postgres:"): self._environment["SECTIONAL_TEST_SERVER"] = url

  def __enter__(self): return self._environment

  def __exit__(self, *_):
    if not self._cluster: return
    self._cluster.stdin.close()
    self._cluster.wait()


def known():
  """Returns the recorded seconds of processor time and of time of each suite, and the thousands of loops of all."""
  if not records.exists(): return {}, 0
  lines = [line.split() for line in records.read_text().splitlines() if line and line[0] != "#"]
  total = sum(float(line[0]) for line in lines if len(line) == 2)
  return {line[2]: (float(line[0]), float(line[1])) for line in lines if len(line) == 3}, total


def record(spent, loops):
  lines = [
    f"{used:.1f} {took:.1f} {name}" for name, (used, took) in sorted(spent.items()) if max(used, took) >= 1]
  records.write_text(
    "# Written by .ci/test --record: the thousands of calibrating loops that all tests take, and for each suite that takes\n"
    f"# more than a moment the seconds of processor time and of time, by which suites are put together.\n{loops:.1f} all\n"
    + "\n".join(lines) + "\n")


main()

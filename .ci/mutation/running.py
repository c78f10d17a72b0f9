"""Runs commands, several at a time, and says how they ended."""
import os
import re
import signal
import subprocess
import time
from collections import deque
from dataclasses import dataclass
from pathlib import Path

TESTS_RUN = re.compile(r"Test run with (\d+) tests?\b")
FAILED = re.compile(r"^\S+ Test (?!run\b|case\b).* failed after", re.MULTILINE)
# What a run of tests ends with that found none.
UNAVAILABLE = 69


@dataclass
class Job:
  """A run of tests, and in the end what became of it."""
  name: str
  command: list
  environment: dict
  log: Path
  seconds: float = 0
  is_caught: bool = False
  ending: str = ""


def run(jobs, folder, width, limit):
  """Runs jobs in a folder, so many at a time and each so many seconds, and yields them as they end.

  Whoever stops listening stops what still runs.
  """
  waiting, running = deque(jobs), []
  try:
    while waiting or running:
      while waiting and len(running) < width:
        job = waiting.popleft()
        with open(job.log, "wb") as log:
          # A group of its own, so that it can be ended with what it started.
          process = subprocess.Popen(
            job.command, cwd=folder, env=job.environment, stdin=subprocess.DEVNULL, stdout=log,
            stderr=subprocess.STDOUT, start_new_session=True)
        running.append((job, process, time.monotonic()))
      time.sleep(0.05)
      for entry in list(running):
        job, process, start = entry
        job.seconds = time.monotonic() - start
        is_late = job.seconds > limit
        if process.poll() is None and not is_late: continue
        running.remove(entry)
        if is_late: end(process)
        judge(job, process.returncode, is_late and f"timed out after {limit} s")
        yield job
  finally:
    for _, process, _ in running: end(process)


def end(process):
  """Ends a process and those of its group."""
  if process.poll() is not None: return
  # A throwaway server takes its leave when it is asked to, so nobody is killed at once.
  os.killpg(process.pid, signal.SIGTERM)
  try:
    process.wait(10)
  except subprocess.TimeoutExpired:
    process.kill()
    process.wait()


def judge(job, status, lateness):
  """Notes how a run ended: a mutant that crashes or hangs was noticed too."""
  text = job.log.read_text(errors="replace")
  ran = [int(count) for count in TESTS_RUN.findall(text)]
  failed = len(FAILED.findall(text))
  job.is_caught = True
  if lateness:
    job.ending = lateness
  elif ran and max(ran) == 0 or status == UNAVAILABLE and not ran:
    job.is_caught, job.ending = False, "there is no test"
  elif status == 0:
    job.is_caught, job.ending = False, "stays green"
  elif status < 0:
    job.ending = f"stopped by signal {-status}"
  else:
    job.ending = f"{failed} failed" if failed else f"ended with status {status}"

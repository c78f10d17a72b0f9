"""Runs commands, several at a time, and reports how they ended."""
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
ISSUE = re.compile(rb"^\S+ (Test (?!run\b).* recorded an issue .*)\n", re.MULTILINE)
# The exit status of a test run that found no tests.
UNAVAILABLE = 69


@dataclass
class Job:
  """A test run and, after it has ended, its result."""
  name: str
  command: list
  environment: dict
  log: Path
  # Whether the run ends at the first failure, and how much of the log was searched for it.
  is_hasty: bool = False
  searched: int = 0
  # Its own time limit in seconds, if it has one.
  limit: float = 0
  seconds: float = 0
  is_caught: bool = False
  ending: str = ""


def run(jobs, folder, width, limit):
  """Runs jobs in a folder, at most width at a time and for at most limit seconds each, and yields them as they end.

  Closing the generator ends the jobs that are still running.
  """
  waiting, running = deque(jobs), []
  try:
    while waiting or running:
      while waiting and len(running) < width:
        job = waiting.popleft()
        with open(job.log, "wb") as log:
          # A separate process group, so that the run can be ended with the processes it started.
          process = subprocess.Popen(
            job.command, cwd=folder, env=job.environment, stdin=subprocess.DEVNULL, stdout=log,
            stderr=subprocess.STDOUT, start_new_session=True)
        running.append((job, process, time.monotonic()))
      time.sleep(0.05)
      for entry in list(running):
        job, process, start = entry
        job.seconds = time.monotonic() - start
        reason = first_issue(job) if job.is_hasty else ""
        if not reason and job.seconds > (job.limit or limit): reason = f"timed out after {job.limit or limit:.0f} s"
        if process.poll() is None and not reason: continue
        running.remove(entry)
        if reason: end(process)
        judge(job, process.returncode, reason)
        yield job
  finally:
    for _, process, _ in running: end(process)


def first_issue(job):
  """Returns the first issue in what was added to a job's log, or nothing."""
  with open(job.log, "rb") as log:
    log.seek(job.searched)
    lines = log.read().rpartition(b"\n")
  text = lines[0] + lines[1]
  job.searched += len(text)
  found = ISSUE.search(text)
  return found[1].decode(errors="replace") if found else ""


def end(process):
  """Ends a process and its group."""
  if process.poll() is not None: return
  # Give a throwaway server the time to shut down before killing anything.
  os.killpg(process.pid, signal.SIGTERM)
  try:
    process.wait(10)
  except subprocess.TimeoutExpired:
    process.kill()
    process.wait()


def judge(job, status, reason):
  """Records how a run ended, or the reason for which it was ended. A mutant that crashes or hangs was caught, too."""
  text = job.log.read_text(errors="replace")
  ran = [int(count) for count in TESTS_RUN.findall(text)]
  failed = len(FAILED.findall(text))
  job.is_caught = True
  if reason:
    job.ending = reason
  elif ran and max(ran) == 0 or status == UNAVAILABLE and not ran:
    job.is_caught, job.ending = False, "no test ran"
  elif status == 0:
    job.is_caught, job.ending = False, "stays green"
  elif status < 0:
    job.ending = f"stopped by signal {-status}"
  else:
    job.ending = f"{failed} failed" if failed else f"ended with status {status}"

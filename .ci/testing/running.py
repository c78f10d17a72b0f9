"""Runs batches, several at a time, and notes the processor time of each test."""
import json
import os
import subprocess
import threading
import time
from collections import deque
from dataclasses import dataclass, field

import processor
from batches import arguments

# A batch of tests hangs that takes longer than this many seconds. Long runs can take hours on a slow machine.
IS_LONG = "SECTIONAL_SANITIZED" in os.environ or float(os.environ.get("SECTIONAL_HISTORIES", 1)) > 1
LONGEST = 30000 if IS_LONG else 3000


@dataclass
class Run:
  """A batch and, after it has ended, its result."""
  batch: object
  process: object
  log: object
  start: float
  status: int = 0
  # For each test, its seconds of processor time and of time.
  tests: dict = field(default_factory=dict)
  # For each test that failed, what it said first.
  failed: dict = field(default_factory=dict)
  skipped: int = 0
  running: str = ""


def run(program, batches, filters, skips, width, environment, folder):
  """Runs batches, at most width at a time, and yields them as they end."""
  waiting, running, ended = deque(batches), [], threading.Condition()
  while waiting or running:
    with ended:
      while waiting and len(running) < width:
        running.append(_start(program, waiting.popleft(), filters, skips, environment, folder, ended))
      ended.wait(1)
      done = [run for run in running if run.process.poll() is not None or _hangs(run)]
    for run in done:
      running.remove(run)
      run.status = run.process.wait()
      run.reader.join()
      yield run


def _hangs(run):
  if time.monotonic() - run.start < LONGEST: return False
  run.process.kill()
  return True


def _start(program, batch, filters, skips, environment, folder, ended):
  number = len(os.listdir(folder))
  events = folder / f"{number}.events"
  os.mkfifo(events)
  log = open(folder / f"{number}.log", "w+b")
  process = subprocess.Popen(
    [program, "--testing-library", "swift-testing", *arguments(batch, filters, skips),
     "--event-stream-version", "0", "--event-stream-output-path", events],
    env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
  run = Run(batch, process, log, time.monotonic())
  run.reader = threading.Thread(target=_read, args=(run, events, ended), daemon=True)
  run.reader.start()
  return run


def _read(run, events, ended):
  # Opened for writing, too, so that reading doesn't wait for a program that never begins.
  pipe = os.open(events, os.O_RDWR)
  threading.Thread(target=_close, args=(run, pipe, ended), daemon=True).start()
  begun = {}
  with open(pipe, "rb") as lines:
    for line in lines:
      if line == b"\n": return
      try:
        event = json.loads(line)
      except ValueError:
        # A program that crashes can end in the middle of a line.
        continue
      if event["kind"] == "event": _note(run, event["payload"], begun)


def _close(run, pipe, ended):
  run.process.wait()
  # The first ends a line that the program may have begun.
  os.write(pipe, b"\n\n")
  with ended: ended.notify()


def _note(run, event, begun):
  name, kind = event.get("testID", ""), event["kind"]
  if name.count("/") < 1: return
  if kind == "testStarted":
    run.running = name
    begun[name] = processor.of(run.process.pid), event["instant"]["absolute"]
  elif kind == "testEnded" and name in begun:
    used, start = begun.pop(name)
    run.tests[name] = processor.of(run.process.pid) - used, event["instant"]["absolute"] - start
    run.running = ""
  elif kind == "testSkipped":
    run.skipped += 1
  elif kind == "issueRecorded" and event.get("issue", {}).get("isKnown") is not True:
    said = [message["text"] for message in event.get("messages", [])]
    run.failed.setdefault(name, "\n".join(said))

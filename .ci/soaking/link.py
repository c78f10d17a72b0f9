"""The way to the oracle's process, and the record of what was done to the stores."""
import json
import queue
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path


class Link:
  """The oracle's process: takes commands, and collects answers."""

  def __init__(self, settings):
    self.process = subprocess.Popen(
      [sys.executable, Path(__file__).with_name("checker.py")], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
      text=True, start_new_session=True)
    self.lock, self.answers, self.counts, self.failures = threading.Lock(), queue.Queue(), {}, []
    self.send(**settings)
    threading.Thread(target=self.listen, daemon=True).start()

  def send(self, **command):
    with self.lock:
      try:
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()
      except BrokenPipeError: self.failures.append("the oracle's process ended")

  def listen(self):
    for line in self.process.stdout:
      answer = json.loads(line)
      if "failure" in answer: self.failures.append(answer["failure"])
      elif "counts" in answer: self.counts = answer["counts"]
      else: self.answers.put(answer)

  @property
  def is_dead(self): return self.process.poll() is not None

  def answer(self, seconds):
    """Waits for an answer, and returns it; nothing if there is none in time."""
    try: return self.answers.get(timeout=seconds)
    except queue.Empty: return None

  def close(self):
    self.send(end=True)
    try: self.process.stdin.close()
    except BrokenPipeError: pass
    try: self.process.wait(20)
    except subprocess.TimeoutExpired: self.process.kill()


class Timeline:
  """What was done to which store, and when."""

  def __init__(self, link): self.link, self.active, self.last, self.lock = link, {}, {}, threading.Lock()

  @contextmanager
  def fault(self, store, name):
    """Marks the time in which a fault may explain errors."""
    with self.lock: self.active[store] = self.active.get(store, 0) + 1
    self.link.send(fault=name, store=store, begins=True)
    try: yield
    finally:
      with self.lock:
        self.active[store] -= 1
        self.last[store] = time.monotonic()
      self.link.send(fault=name, store=store, begins=False)

  def has_fault(self, store, since): return self.active.get(store, 0) > 0 or self.last.get(store, 0) > since

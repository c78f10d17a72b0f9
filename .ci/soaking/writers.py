"""The processes of the writers."""
import json
import signal
import subprocess
import sys
from pathlib import Path


class WriterProcess:
  """A writer, over several processes that follow each other, because it is killed now and then."""

  def __init__(self, soak, store, number):
    self.soak, self.store, self.number = soak, store, number
    self.incarnation, self.process = 0, None

  @property
  def title(self): return f"writer {self.number} of {self.store.name}"

  def start(self):
    self.incarnation += 1
    settings = {
      "store": self.store.name, "name": f"{self.store.name[0]}{self.number}", "incarnation": self.incarnation,
      "seed": self.soak.seed, "journal": self.store.journals[self.number], "lock": self.store.lock,
      "rate": self.soak.options.rate, **self.store.settings()}
    self.process = subprocess.Popen(
      [sys.executable, Path(__file__).with_name("writing.py"), json.dumps(settings)],
      stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True)

  def tend(self, now):
    """Starts the process again if it ended, and returns what is wrong about how it ended."""
    if self.process is None: return self.start()
    status = self.process.poll()
    if status is None: return None
    message = self.process.stderr.read()
    self.process.stderr.close()
    self.process = None
    if status == -signal.SIGKILL:
      self.soak.report.count("writers that were killed, also in the middle of a transaction")
      return None
    return f"ended with {status}: {message[-2000:]}"

  def end(self):
    if self.process and self.process.poll() is None:
      self.process.kill()
      self.process.wait()
    if self.process: self.process.stderr.close()

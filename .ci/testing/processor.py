"""Measures processor time, and how fast the processors are while it is measured."""
import ctypes
import os
import resource
import sys
import threading
import time

TICKS = os.sysconf("SC_CLK_TCK")
PAUSE = 5


def adopt_orphans():
  """Makes servers whose starter has ended children of this process, so that their time is counted."""
  PR_SET_CHILD_SUBREAPER = 36
  if sys.platform == "linux": ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def of_children():
  """Returns the seconds of all processes that have ended below this one."""
  try:
    while os.waitpid(-1, os.WNOHANG)[0]: pass
  except ChildProcessError:
    pass
  used = resource.getrusage(resource.RUSAGE_CHILDREN)
  return used.ru_utime + used.ru_stime


def of(process):
  """Returns the seconds of a running process and of the programs that it has waited for."""
  try:
    with open(f"/proc/{process}/stat") as file: fields = file.read().rpartition(")")[2].split()
  except OSError:
    return 0
  return sum(map(int, fields[11:15])) / TICKS


class Speed:
  """Runs a loop every few seconds, whose processor time tells how fast the machine is just then."""

  def __init__(self):
    self._loops = []
    self._end = threading.Event()
    self._thread = threading.Thread(target=self._run, daemon=True)
    self._thread.start()

  def _run(self):
    while True:
      start = time.thread_time()
      total = 0
      for number in range(200_000): total += number & 7
      self._loops.append(time.thread_time() - start)
      if self._end.wait(PAUSE): return

  def loop(self):
    """Ends, and returns the mean seconds of a loop."""
    self._end.set()
    self._thread.join()
    return sum(self._loops) / len(self._loops)

"""Measures processor time, and how fast the processors are while it is measured."""
import contextlib
import ctypes
import mmap
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
  """Does the same work every few seconds, whose processor time tells how fast the machine is just then.

  A third of the tests' time is the system's: programs that start, pipes and sockets, new memory. Machines differ in how fast
  they do that and how fast they compute, so the work has both in about the same shares.
  """

  def __init__(self):
    self._loops = []
    self._end = threading.Event()
    self._thread = threading.Thread(target=self._run, daemon=True)
    self._thread.start()

  def _run(self):
    while True:
      # Right now there may be no more processes or files.
      with contextlib.suppress(OSError): self._loops.append(_computing() + _talking() + _touching())
      if self._end.wait(PAUSE): return

  def loop(self):
    """Ends, and returns the mean seconds of a loop."""
    self._end.set()
    self._thread.join()
    return sum(self._loops) / len(self._loops) if self._loops else _computing()


def _computing():
  start = time.thread_time()
  total = 0
  for number in range(200_000): total += number & 7
  return time.thread_time() - start


def _talking():
  """Starts a program, exchanges bytes with it, and returns the processor time of both."""
  start = time.thread_time()
  (taken, sent), (received, given) = os.pipe(), os.pipe()
  program = os.posix_spawn("/bin/cat", ["cat"], {}, file_actions=[
    (os.POSIX_SPAWN_DUP2, taken, 0), (os.POSIX_SPAWN_DUP2, given, 1),
    (os.POSIX_SPAWN_CLOSE, sent), (os.POSIX_SPAWN_CLOSE, received)])
  os.close(taken)
  os.close(given)
  for _ in range(200):
    os.write(sent, b".")
    os.read(received, 1)
  os.close(sent)
  os.close(received)
  used = os.wait4(program, 0)[2]
  return time.thread_time() - start + used.ru_utime + used.ru_stime


def _touching():
  start = time.thread_time()
  with mmap.mmap(-1, 4 << 20) as memory:
    for page in range(0, len(memory), 4096): memory[page] = 1
  return time.thread_time() - start

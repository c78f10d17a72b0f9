"""Turns between the writers of a store and those who need it at rest."""
import fcntl
import os
from contextlib import contextmanager


@contextmanager
def turn(path, alone):
  """Waits for a turn: several writers can have one at the same time, unless someone needs to be alone.

  A process that is killed gives up its turn.
  """
  file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
  try:
    fcntl.flock(file, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
    yield
  finally:
    os.close(file)

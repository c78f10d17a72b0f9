"""Files that others append lines to."""
from replay import Broken, Replay


class Tail:
  """Reads the lines that were appended to a file."""

  def __init__(self, path): self.path, self.file, self.rest = path, None, b""

  def read(self):
    if self.file is None:
      try: self.file = open(self.path, "rb")
      except FileNotFoundError: return []
    data = self.file.read()
    if not data: return []
    *lines, self.rest = (self.rest + data).split(b"\n")
    return [line.decode() for line in lines]


class Followed(Tail):
  """One process of a list: what it was asked for, and what it shows."""

  def __init__(self, command, rewinds):
    super().__init__(command["path"])
    self.wish, self.command, self.replay = command["wish"], command["command"], Replay()
    # The number of the transaction that the list shows at the earliest, if it doesn't say which one it is.
    self.place = 0
    self.mark, self.newest, self.last_type, self.rewinds = None, "", None, rewinds

  def spend_rewind(self, rewinds):
    """Notes that the list went back to an earlier state, as a store does that was put back."""
    if self.rewinds >= rewinds: raise Broken("the list went back to an earlier state, but the store didn't")
    self.rewinds += 1

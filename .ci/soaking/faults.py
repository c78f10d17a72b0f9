"""Chooses faults, and does them to lists, their caches and writers."""
import random
import signal
import threading
import traceback

from faults_file import FileFaults
from faults_server import ServerFaults
from libpq import ServerError


class Tormentor(threading.Thread):
  """Does one fault after the other to a store, or to its writers and lists, except when everything is at rest."""

  def __init__(self, soak, store, is_of_store):
    super().__init__(daemon=True)
    self.soak, self.store, self.is_of_store = soak, store, is_of_store
    self.chance = random.Random(f"faults {soak.seed} {store.name} {is_of_store}")
    self.own = (FileFaults if store.name == "sqlite" else ServerFaults)(soak, store, self.chance)
    self.go, self.rests, self.ends = threading.Event(), threading.Event(), threading.Event()
    self.rests.set()

  def run(self):
    while not self.ends.is_set():
      if not self.go.wait(0.1): continue
      self.rests.clear()
      if self.go.is_set() and not self.ends.is_set():
        try: (self.harm_store if self.is_of_store else self.harm_others)()
        except Exception: self.soak.fail(f"a fault of {self.store.name} couldn't be done:\n{traceback.format_exc()}")
      self.rests.set()
      self.ends.wait(self.chance.uniform(0.3, 2.5))

  def harm_others(self):
    fault = self.chance.choice([
      self.kill_writer, self.kill_list, self.kill_list, self.end_list, self.end_list, self.end_list, self.pause_list,
      self.damage_cache, self.damage_cache, self.swap_caches])
    name = fault()
    if not name: return
    self.soak.report.count(f"· {name}")
    self.soak.note(f"{self.store.name}: {name}")

  def harm_store(self):
    names = list(self.own.weights)
    name = self.chance.choices(names, [self.own.weights[name] for name in names])[0]
    if name in self.soak.excluded: return
    self.soak.report.now = f"{self.store.name}: {name.replace('_', ' ')}"
    self.soak.note(f"{self.store.name}: {name} …")
    with self.soak.timeline.fault(self.store.name, name):
      try: result = getattr(self.own, name)()
      except ServerError as error:
        # A writer and this fault can wait for each other.
        if error.state != "40P01": raise
        result = False
    self.soak.note(f"{self.store.name}: … {name}{' was impossible' if result is False else ''}")
    if result is not False: self.soak.report.count(f"· {result or name.replace('_', ' ')}")

  def lists(self, steady=False):
    return [
      one for one in self.soak.lists
      if one.wish["store"] == self.store.name and (steady or not one.is_steady) and one.process]

  def kill_writer(self):
    writer = self.chance.choice([writer for writer in self.soak.writers if writer.store is self.store])
    process = writer.process
    if process and process.poll() is None:
      process.kill()
      return "writers killed"

  def kill_list(self): return self.stop_list(signal.SIGKILL, "lists killed")

  def end_list(self):
    return self.stop_list(self.chance.choice([signal.SIGTERM, signal.SIGINT]), "lists ended and opened again")

  def stop_list(self, number, name):
    lists = self.lists()
    if not lists: return None
    one = self.chance.choice(lists)
    if not one.signal(number): return None
    # Often the same list is opened again, which may use its section cache; sometimes another one.
    if self.chance.random() < 0.2: one.next_wish = self.soak.make_wish(self.chance, self.store)
    return name

  def pause_list(self):
    lists = self.lists(steady=True)
    if not lists: return None
    one = self.chance.choice(lists)
    one.pause()
    self.ends.wait(self.chance.uniform(0.3, 1.5))
    one.resume()
    return "lists stopped for a second"

  def caches(self): return [path for one in self.lists(steady=True) if (path := one.cache_file())]

  def damage_cache(self):
    """Damages the file of a section cache: some bytes, its end, all of it."""
    paths = self.caches()
    if not paths: return None
    path = self.chance.choice(paths)
    try: data = bytearray(path.read_bytes())
    except OSError: return None
    match self.chance.choice(["bytes", "bytes", "end", "empty", "garbage", "gone"]):
      case "bytes":
        for _ in range(self.chance.choice([1, 1, 8])):
          if data: data[self.chance.randrange(len(data))] ^= 1 << self.chance.randrange(8)
      case "end": del data[self.chance.randrange(len(data) + 1):]
      case "empty": data = b""
      case "garbage": data = self.chance.randbytes(self.chance.choice([1, 100, 5000]))
      case "gone":
        path.unlink(missing_ok=True)
        return "caches deleted"
    path.write_bytes(data)
    return "caches damaged"

  def swap_caches(self):
    """Gives two lists each other's section caches."""
    paths = self.caches()
    if len(paths) < 2: return None
    first, second = self.chance.sample(paths, 2)
    try:
      data, other = first.read_bytes(), second.read_bytes()
      first.write_bytes(other)
      second.write_bytes(data)
    except OSError: return None
    return "caches of two lists exchanged"

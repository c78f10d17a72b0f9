"""The processes of the lists: they are started, ended, killed and started again."""
import json
import os
import shlex
import signal
import subprocess
import time

import wishes

OUTCOMES = {"hit": "current", "caughtUp": "behind their change log", "miss": "of no use"}
TRAPS = ("Fatal error", "Crash:", "Illegal instruction", "Segmentation fault", "stack dump", "AddressSanitizer")


class List:
  """A list, over several processes that follow each other."""

  def __init__(self, name, soak, wish, is_steady):
    self.name, self.soak, self.wish, self.is_steady = name, soak, wish, is_steady
    self.incarnation, self.process, self.killed, self.wake, self.started = 0, None, None, 0.0, 0.0
    self.is_stopped, self.next_wish = False, None

  @property
  def title(self): return f"{self.name}.{self.incarnation}"

  @property
  def cache(self): return f"soak-{self.name}"

  def command(self, verb, *more):
    store = self.soak.stores[self.wish["store"]]
    address = store.address_for(self.wish["role"], f"soak-list-{self.name}")
    return [self.soak.command, verb, address, *wishes.arguments(self.wish, self.cache), *more]

  def start(self):
    self.incarnation += 1
    if self.next_wish: self.wish, self.next_wish = self.next_wish, None
    outcome = self.outcome()
    if outcome: self.soak.report.count(f"caches that were {OUTCOMES.get(outcome, outcome)} on opening")
    more = ["--alongside", "SELECT n, mark FROM meta"] if self.wish["alongside"] else []
    command = self.command("watch", "--format", "jsonl", *more)
    with open(self.output, "wb") as output, open(self.errors, "wb") as errors:
      self.process = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=output, stderr=errors, env=self.soak.environment,
        start_new_session=True)
    self.killed, self.started = None, time.monotonic()
    self.soak.note(f"{self.title} opened: {shlex.join(command[1:])}")
    self.soak.report.count("lists opened")
    self.soak.checker.send(open=self.title, path=str(self.output), wish=self.wish, command=shlex.join(command))

  @property
  def output(self): return self.soak.folder / f"list-{self.title}.jsonl"

  @property
  def errors(self): return self.soak.folder / f"list-{self.title}.err"

  def signal(self, number):
    """Sends a signal that ends the process."""
    process = self.running
    if process is None or self.killed is not None: return False
    # It can't handle a signal while it is stopped.
    self.resume()
    self.killed = (number, time.monotonic())
    process.send_signal(number)
    return True

  @property
  def running(self):
    """The process, unless it has ended. Other threads end it, and the one that tends the lists forgets it then."""
    process = self.process
    return process if process and process.poll() is None else None

  def pause(self):
    if process := self.running:
      process.send_signal(signal.SIGSTOP)
      self.is_stopped = True

  def resume(self):
    if self.is_stopped and (process := self.running): process.send_signal(signal.SIGCONT)
    self.is_stopped = False

  def tend(self, now):
    """Starts the process again if it ended, and returns what is wrong about how it ended."""
    if self.process is None:
      if now >= self.wake: self.start()
      return None
    status = self.process.poll()
    if status is None:
      if self.killed and now - self.killed[1] > 10:
        self.process.kill()
        self.killed = None
        return "didn't end within 10 s of a signal"
      return None
    trouble = self.judge(status)
    self.soak.note(f"{self.title} ended with {status}")
    # After a second, the program ends without a last line, for example if it waits for a lock.
    # Opening another list may have taken long since the time that was given.
    was_asked = (bool(self.killed) and self.killed[0] != signal.SIGKILL
                 and time.monotonic() - self.killed[1] < 1)
    self.soak.checker.send(ended=self.title, gracefully=was_asked and status == 0)
    self.soak.sampler.end(self.title)
    self.process, self.wake = None, now + self.soak.chance.choice([0.2, 0.4, 3])
    return trouble

  def tend_last(self):
    """Ends without another start, and returns whether the process still runs."""
    self.wake = float("inf")
    return self.process is not None

  def judge(self, status):
    text = self.errors.read_text(errors="replace")
    if any(trap in text for trap in TRAPS): return f"crashed: {text[:3000]}"
    if status == 0 and text: return f"wrote to standard error: {text[:1000]}"
    if self.killed:
      number = self.killed[0]
      # The program handles signals before it prints its first line.
      young = self.output.stat().st_size == 0
      if status == -number and (number == signal.SIGKILL or young): return None
      if status == 0 and number != signal.SIGKILL or status == 1: return None
      return f"ended with {status} after signal {number}; its lines are in {self.output.name} {text[:500]}".rstrip()
    if status == 1:
      # It couldn't open the store; that is an error only if nothing was done to the store.
      if self.soak.timeline.has_fault(self.wish["store"], self.started - 15):
        self.soak.report.count("lists that couldn't be opened during a fault")
        self.soak.note(f"{self.title} couldn't be opened: {text.strip()}")
        return None
      return f"failed to open without a fault: {text[:1000]}"
    return f"ended by itself with {status}: {text[:3000]}"

  def end(self):
    if process := self.running:
      self.resume()
      process.terminate()
      try: process.wait(5)
      except subprocess.TimeoutExpired: process.kill()

  def ask_cache(self, verb, *more, timeout=60):
    """Runs `sectional cache`, and returns its status and output."""
    result = subprocess.run(
      [self.soak.command, "cache", verb, self.cache, "--format", "json", *more], capture_output=True, text=True,
      env=self.soak.environment, timeout=timeout)
    return result.returncode, result.stdout, result.stderr

  def cache_file(self):
    folder = self.soak.folder / "cache" / "sectional"
    found = [name for name in os.listdir(folder) if name.startswith(self.cache + "-")] if folder.is_dir() else []
    return folder / found[0] if found else None

  def outcome(self):
    """Returns what the section cache would do now: hit, caughtUp or miss; nothing if there is none."""
    if not self.wish["cache"] or self.cache_file() is None: return None
    _, output, _ = self.ask_cache("show")
    try:
      cache = json.loads(output)["cache"]
      self.soak.note(f"{self.title}: cache of {self.wish['table']}: {cache['outcome']}, {cache['reason']}")
      return cache["outcome"]
    except (ValueError, KeyError, TypeError): return "unreadable"

"""What was done and survived: a line of progress while it runs, and a table at the end."""
import sys
import threading
import time
from collections import Counter


class Report:
  def __init__(self):
    self.counter, self.lock, self.start, self.now = Counter(), threading.Lock(), time.monotonic(), ""
    self.slowest = 0.0

  def count(self, what, number=1):
    with self.lock: self.counter[what] += number

  @property
  def seconds(self): return time.monotonic() - self.start

  def progress(self, counts, lists):
    """Writes the line of progress, on a terminal only."""
    if not sys.stderr.isatty(): return
    minutes, seconds = divmod(int(self.seconds), 60)
    faults = sum(number for what, number in self.counter.items() if what.startswith("·"))
    checked = counts.get("checked", 0) + counts.get("searched", 0)
    text = (f"{minutes}:{seconds:02}  {counts.get('transactions', 0)} transactions  {checked} lines checked  "
            f"{lists} lists  {faults} faults  {self.now}")
    print(f"\r\033[K{text[:110]}", end="", file=sys.stderr, flush=True)

  def clear(self):
    if sys.stderr.isatty(): print("\r\033[K", end="", file=sys.stderr, flush=True)

  def table(self, counts, more):
    """Returns the table."""
    done = sorted((what[1:].strip(), number) for what, number in self.counter.items() if what.startswith("·"))
    others = sorted((what, number) for what, number in self.counter.items() if not what.startswith("·"))
    rows = [("done and survived", ""), *[("  " + what, f"{number:,}") for what, number in done], ("", "")]
    rows += [("transactions committed", f"{counts.get('transactions', 0):,}"),
             ("lines of lists", f"{counts.get('lines', 0):,}"),
             ("lines checked at their transaction", f"{counts.get('checked', 0):,}"),
             ("lines checked against all transactions", f"{counts.get('searched', 0):,}"),
             ("lines that call their counts inexact", f"{counts.get('doubts', 0):,}"),
             ("typed errors, each with a cause", f"{counts.get('errors', 0):,}")]
    rows += [(what, f"{number:,}") for what, number in others] + more
    width = max(len(what) for what, _ in rows)
    return "\n".join(f"{what:{width}}  {number}".rstrip() for what, number in rows)

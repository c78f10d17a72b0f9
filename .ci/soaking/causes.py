"""Which faults explain the errors that lists report."""
import time

# Seconds after a fault in which it may explain an error, and until the news of a fault must have arrived.
REACH, NEWS = 20, 2


class Causes:
  def __init__(self, stores):
    self.active, self.last = {store: 0 for store in stores}, {store: 0.0 for store in stores}
    self.questions = []

  def note(self, store, begins):
    """Notes that a fault begins or ends."""
    self.active[store] += 1 if begins else -1
    self.last[store] = time.monotonic()

  def ask(self, name, store, line):
    """Asks for the cause of an error."""
    self.questions.append((time.monotonic(), name, store, line))

  def missing(self):
    """Returns the lists whose errors have no cause, and says why."""
    # The news of a fault can arrive after what it did.
    while self.questions and time.monotonic() - self.questions[0][0] > NEWS:
      seen, name, store, line = self.questions.pop(0)
      if not line["code"] or not line["message"]: yield name, f"an error without a code or a message: {line}"
      if not self.active[store] and self.last[store] < seen - REACH:
        yield name, f"an error without a fault in the last {REACH} s: {line['code']}: {line['message']}"

"""Memory, threads and descriptors of processes, and whether they grow."""
import os
import statistics
import time


def sample(pid):
  """Returns the private memory in KB, the threads and the descriptors of a process; nothing if it has ended."""
  try:
    with open(f"/proc/{pid}/status") as file: fields = dict(line.split(":", 1) for line in file)
    return (int(fields["RssAnon"].split()[0]), int(fields["Threads"]), len(os.listdir(f"/proc/{pid}/fd")))
  except (OSError, KeyError, ValueError):
    return None


class Sampler:
  """The samples of all processes. A system without /proc has none."""
  LONG = 80
  NAMES = ("memory", "threads", "descriptors")

  def __init__(self): self.samples, self.results = {}, {}

  def take(self, processes):
    for name, pid in processes:
      values = sample(pid)
      if values: self.samples.setdefault(name, []).append((time.monotonic(), values))

  def end(self, name):
    """Keeps the medians of a process that ended, if it lived long."""
    samples = self.samples.pop(name, [])
    if len(samples) < 12 or samples[-1][0] - samples[0][0] < self.LONG: return
    third = len(samples) // 3
    parts = [samples[:third], samples[third:-third], samples[-third:]]
    self.results[name] = [
      tuple(statistics.median(values[place] for _, values in part) for place in range(3)) for part in parts]

  def grown(self):
    """Returns the processes that grew, and how."""
    troubles = []
    for name, (first, second, last) in self.results.items():
      if last[0] > second[0] * 1.25 + 8_192:
        troubles.append(f"{name}: memory grew from {second[0]:.0f} to {last[0]:.0f} KB")
      for place in (1, 2):
        if first[place] <= second[place] and last[place] > second[place] + 3:
          troubles.append(
            f"{name}: {self.NAMES[place]} grew: {first[place]:.0f}, {second[place]:.0f}, {last[place]:.0f}")
    return troubles

  def summary(self):
    """Returns a line for each measure: medians of all long-lived processes in their second and last third."""
    if not self.results: return []
    lines = []
    for place, name in enumerate(self.NAMES):
      before = [second[place] for _, second, _ in self.results.values()]
      after = [last[place] for _, _, last in self.results.values()]
      unit = 1024 if place == 0 else 1
      medians = [statistics.median(values) / unit for values in (before, after)]
      lines.append((
        name + (" in MB" if place == 0 else "") + f" of {len(self.results)} long-lived lists",
        f"{medians[0]:.1f} → {medians[1]:.1f}, at most {max(after) / unit:.1f}"))
    return lines

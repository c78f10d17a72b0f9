"""Keeps what is known about the changes of a seed, so that a later run continues."""
import hashlib
import json
import re


def digest(contents, pattern):
  """Returns a fingerprint of the files whose paths begin with a match of a pattern."""
  value = hashlib.sha256()
  for path in sorted(contents):
    if re.match(pattern, path): value.update(f"{path}\0{len(contents[path][0])}\0".encode() + contents[path][0])
  return value.hexdigest()


class Results:
  """What didn't compile, how the others ended, and what the suites reach."""

  def __init__(self, folder, sources, tests, is_new):
    self.folder, self.sources, self.tests = folder, sources, tests
    # What each suite reaches is valid as long as the digest with it is.
    self.dropped, self.checked, self.endings, self.reach = set(), 0, {}, {}
    self.folder.mkdir(parents=True, exist_ok=True)
    known = json.loads(self.file.read_text()) if self.file.is_file() and not is_new else {}
    if known.get("sources") != sources: return
    self.dropped, self.checked = set(known["dropped"]), known["checked"]
    self.endings, self.reach = known["endings"], known.get("reach", {})
    if known["tests"] == tests: return
    # What some tests noticed is noticed. Others may notice the rest now.
    self.endings = {name: ending for name, ending in self.endings.items() if ending["is_caught"]}

  @property
  def file(self): return self.folder / "results.json"

  def is_settled(self, name): return self.endings.get(name, {}).get("is_over", False)

  def stages(self, name):
    """Returns the number of stages that a change went through."""
    return self.endings.get(name, {}).get("stages", 0)

  def note(self, name, job, stages, is_over):
    self.endings[name] = {
      "is_caught": job.is_caught, "is_over": is_over, "stages": stages, "ending": job.ending,
      "seconds": round(job.seconds, 1)}
    self.save()

  def save(self):
    text = json.dumps({
      "sources": self.sources, "tests": self.tests, "dropped": sorted(self.dropped), "checked": self.checked,
      "reach": self.reach, "endings": self.endings}, indent=1, ensure_ascii=False)
    # Moved into place when it is complete, so that an interruption leaves the old one.
    draft = self.file.with_suffix(".draft")
    draft.write_text(text)
    draft.replace(self.file)

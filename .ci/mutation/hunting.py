"""Runs the tests against changes in stages, until one fails."""
import os
import shutil
import sys
from contextlib import closing

from bundle import matching, tests
from running import Job, run
from stages import TARGETS, pattern, stages

WIDTH = max(1, int(os.environ.get("SECTIONAL_JOBS") or max(2, os.cpu_count() or 2)))
# Time limits in seconds: for a target without a change, for the nearest suites, and for a target whose duration
# without a change is unknown.
LONGEST, LONG, UNKNOWN = 3600, 300, 1800
# A change can make a loop endless that allocates memory or writes a file, so both are limited, to 8 and 4 gigabytes.
LIMITED = ["bash", "-c", 'ulimit -v 8388608 -f 4194304; exec "$@"', "bash"]


class Hunt:
  def __init__(self, code, results, nearest, scratch, keeps):
    self.code, self.results, self.nearest = code, results, nearest
    self.scratch, self.keeps = scratch, keeps
    self.logs = results.folder / "logs"
    self.logs.mkdir(exist_ok=True)

  def job(self, name, command, log, **variables):
    environment = {key: os.environ[key] for key in os.environ if key != "SECTIONAL_MUTANT"}
    files = self.scratch / name
    files.mkdir(exist_ok=True)
    environment |= {
      "TMPDIR": str(files), "SWIFT_BACKTRACE": "enable=no", **variables,
      # Whole targets are busier than the suites of .ci/mutants, so they get more time for what must happen.
      "SECTIONAL_PATIENCE": os.environ.get("SECTIONAL_PATIENCE", "20"),
      "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH":
        os.environ.get("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", "10"),
    }
    command = command if sys.platform == "darwin" else [*LIMITED, *command]
    return Job(name, command, environment, self.logs / log)

  def runs(self, jobs, limit):
    """Runs jobs and removes the files that their tests left."""
    with closing(run(jobs, self.code, WIDTH, limit)) as ended:
      for job in ended:
        shutil.rmtree(self.scratch / job.name, ignore_errors=True)
        yield job

  def check(self):
    """Checks that the tests succeed without a change, in the same circumstances, and notes how long they take."""
    missing = [target for target in TARGETS if target not in self.results.green]
    jobs = [
      self.job(target, matching(self.code, pattern([target])), f"without-a-change-{target}.log") for target in missing]
    failed = []
    for job in self.runs(jobs, LONGEST):
      say(f"{job.name} without a change: {job.ending} after {job.seconds:.0f} s")
      # Without ICU, its tests aren't there.
      if job.is_caught: failed.append(job)
      else: self.results.green[job.name] = job.seconds
      self.results.save()
    for job in failed:
      lines = job.log.read_text(errors="replace").splitlines()
      say("\n".join([line for line in lines if " recorded an issue " in line or " failed after " in line][:40]))
    if failed: sys.exit(f"the tests are not green without a change; see {self.logs}")

  def run(self, changes):
    """Runs the stages one after the other, each for all changes that no test has noticed yet."""
    last = max(len(stages(change)) for change in changes.values())
    for stage in range(last + 1):
      # An interrupted run went further with some changes than with others.
      due = [name for name in changes if not self.results.is_settled(name) and self.results.stages(name) == stage]
      jobs = [self.at(stage, name, changes[name]) for name in due]
      say(f"stage {stage} of {last}: {len(due)} changes, {WIDTH} at a time")
      for count, job in enumerate(self.runs(jobs, self.limit(stage, changes.values())), 1):
        if not job.is_caught and job.ending == "no test ran" and stage > 0: sys.exit(f"no test ran; see {job.log}")
        # Several near suites may be slow together. The stages of targets tell a hang by how long they take when green.
        if stage == 0 and job.ending.startswith("timed out"): job.is_caught = False
        is_over = job.is_caught or stage == len(stages(changes[job.name]))
        self.results.note(job.name, job, stage + 1, is_over)
        if job.is_caught and not self.keeps:
          for log in self.logs.glob(f"{job.name}-*.log"): log.unlink()
        result = f"noticed: {job.ending}" if job.is_caught else "SURVIVED" if is_over else "not noticed yet"
        place = f"{changes[job.name].path.split('/')[-1]}:{changes[job.name].line}"
        say(f"{count:3} of {len(due)}  {job.name}  {job.seconds:6.1f} s  {place}  {result[:150]}")

  def at(self, stage, name, change):
    suites = self.nearest.suites_for(change)
    # Without suites, the pattern matches none.
    command = tests(self.code, suites or ["None"]) if stage == 0 else matching(
      self.code, pattern(stages(change)[stage - 1]))
    job = self.job(name, command, f"{name}-{stage}.log", SECTIONAL_MUTANT=name)
    job.is_hasty = True
    return job

  def limit(self, stage, changes):
    """Returns how long a stage may take: a hang counts as noticed, so much longer than without a change."""
    if stage == 0: return LONG
    green = self.results.green
    limits = [
      sum(3 * green[target] if target in green else UNKNOWN for target in stages(change)[stage - 1])
      for change in changes]
    return max(LONG, round(max(limits, default=0)))


def say(text): print(text, flush=True)

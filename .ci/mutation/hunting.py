"""Runs the tests against changes in stages, until one fails."""
import os
import shutil
import sys
from contextlib import closing

from bundle import tests
from running import Job, run
from stages import stages as stages_of

WIDTH = max(1, int(os.environ.get("SECTIONAL_JOBS") or max(2, os.cpu_count() or 2)))
# How many seconds any suites get, besides a multiple of what they take without a change.
LONG = 180
# A change can make a loop endless that allocates memory or writes a file, so both are limited, to 8 and 4 gigabytes.
LIMITED = ["bash", "-c", 'ulimit -v 8388608 -f 4194304; exec "$@"', "bash"]


class Hunt:
  def __init__(self, code, results, nearest, scratch, keeps):
    self.code, self.results, self.nearest = code, results, nearest
    self.scratch, self.keeps = scratch, keeps
    self.logs = results.folder / "logs"
    self.logs.mkdir(exist_ok=True)

  def job(self, name, command, log, **variables):
    # Each run has servers of its own, because some tests need one that nobody else uses.
    environment = {key: os.environ[key] for key in os.environ if key not in ["SECTIONAL_MUTANT", "DATABASE_URL"]}
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

  def run(self, changes):
    """Runs the stages one after the other, each for all changes that no test has noticed yet."""
    reach = self.results.reach
    stages = {
      name: stages_of(name, self.nearest.suites_for(change), reach) for name, change in changes.items()}
    for name in changes:
      if not stages[name]: self.results.note(name, Job(name, [], {}, self.logs, ending="no test reaches it"), 1, True)
    last = max((len(own) for own in stages.values()), default=0) - 1
    for stage in range(last + 1):
      # An interrupted run went further with some changes than with others.
      due = [
        name for name in changes if not self.results.is_settled(name) and self.results.stages(name) == stage]
      say(f"stage {stage} of at most {last}: {len(due)} changes, {WIDTH} at a time")
      jobs = [self.at(stage, name, stages[name][stage]) for name in due]
      for count, job in enumerate(self.runs(jobs, 0), 1):
        if not job.is_caught and job.ending == "no test ran": sys.exit(f"no test ran; see {job.log}")
        is_over = job.is_caught or stage + 1 == len(stages[job.name])
        self.results.note(job.name, job, stage + 1, is_over)
        if job.is_caught and not self.keeps:
          for log in self.logs.glob(f"{job.name}-*.log"): log.unlink()
        result = f"noticed: {job.ending}" if job.is_caught else "SURVIVED" if is_over else "not noticed yet"
        place = f"{changes[job.name].path.split('/')[-1]}:{changes[job.name].line}"
        say(f"{count:3} of {len(due)}  {job.name}  {job.seconds:6.1f} s  {place}  {result[:150]}")

  def at(self, stage, name, suites):
    job = self.job(name, tests(self.code, suites), f"{name}-{stage}.log", SECTIONAL_MUTANT=name)
    job.is_hasty = True
    # A hang counts as noticed, so the limit is much longer than what the suites take without a change.
    job.limit = LONG + 5 * sum(self.results.reach[suite]["seconds"] for suite in suites)
    return job


def say(text): print(text, flush=True)

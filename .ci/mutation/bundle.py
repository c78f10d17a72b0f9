"""Builds the copy with the mutants, and says how to run tests of it."""
import os
import subprocess
import sys

# What the tests run is optimized, as for make test: see the end of Package.swift.
os.environ["SECTIONAL_OPTIMIZED"] = "1"


def build(code, log):
  """Builds the copy, or ends with what the compiler says."""
  with open(log, "wb") as file:
    result = subprocess.run(
      _swift("build", "--build-tests"), cwd=code, stdout=file, stderr=subprocess.STDOUT)
  if result.returncode == 0: return
  lines = log.read_text(errors="replace").splitlines()
  errors = list(dict.fromkeys(line for line in lines if "error:" in line))
  sys.exit("\n".join([*(errors or lines)[-20:], f"the mutants do not build; see {log}"]))


def tests(code, suites):
  """Returns the command that runs some suites of the copy's tests."""
  # A test is called Module.Suite/name, and a suite is not to stand for those whose names end like it.
  pattern = f"[./]({'|'.join(sorted(suites))})/"
  # A Mac's bundle runs in a program of Xcode's.
  if sys.platform == "darwin": return _swift("test", "--skip-build", "--filter", pattern)
  program = code / ".build/debug/sectionalPackageTests.xctest"
  return [program, "--testing-library", "swift-testing", "--filter", pattern]


def _swift(*arguments):
  return ["bash", "-c", '. .ci/environment && exec swift "$@"', "swift", *arguments]

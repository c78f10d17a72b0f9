"""Builds the copy with the mutants, and returns the command that runs its tests."""
import os
import subprocess
import sys

# Optimize the code under test, as for make test. See the end of Package.swift.
os.environ["SECTIONAL_OPTIMIZED"] = "1"


def build(code, log):
  """Builds the copy, or exits with the compiler's errors."""
  with open(log, "wb") as file:
    result = subprocess.run(
      _swift("build", "--build-tests"), cwd=code, stdout=file, stderr=subprocess.STDOUT)
  if result.returncode == 0: return
  lines = log.read_text(errors="replace").splitlines()
  errors = list(dict.fromkeys(line for line in lines if "error:" in line))
  sys.exit("\n".join([*(errors or lines)[-20:], f"the mutants do not build; see {log}"]))


def tests(code, suites):
  """Returns the command that runs some test suites of the copy."""
  return matching(code, _pattern(suites))


def one_after_the_other(code, suites):
  """Returns the command that runs some test suites of the copy as .ci/test does, so that no test fails because of others
  beside it, and the variables that it needs."""
  if sys.platform == "darwin": return tests(code, suites), {}
  return [".ci/test", "--filter", _pattern(suites)], {"SECTIONAL_TEST_PROGRAM": str(_program(code))}


def _pattern(suites):
  # A test's name is Module.Suite/name. The pattern must not match suites whose names end with another suite's name.
  return f"[./]({'|'.join(sorted(suites))})/"


def matching(code, pattern):
  """Returns the command that runs the tests of the copy whose names match a pattern."""
  # On a Mac, one of Xcode's programs runs the test bundle.
  if sys.platform == "darwin": return _swift("test", "--skip-build", "--filter", pattern)
  return [_program(code), "--testing-library", "swift-testing", "--filter", pattern]


def _program(code): return code / ".build/debug/sectionalPackageTests.xctest"


def _swift(*arguments):
  return ["bash", "-c", '. .ci/environment && exec swift "$@"', "swift", *arguments]

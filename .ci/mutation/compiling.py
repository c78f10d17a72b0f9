"""Finds the mutants that don't compile, by the places of the compiler's errors in the woven code."""
import re
import subprocess
import sys
from pathlib import Path

from masking import mask
from patches import Misfit
from sites import find_sites

ERROR = re.compile(r"^(\S.*?\.swift):(\d+):(\d+): error: (.*)$", re.MULTILINE)
MARK = re.compile(r"runsMutant\(\d+\) /\* (\S+) \*/\s*(?:\? *)?(?=[{(])")
# The modules that are checked, after those that they import.
MODULES = ["Sectional", "SectionalSQL", "SectionalSQLite", "SectionalPostgres"]


def blamed(code, log):
  """Returns the names of the mutants in which a compiler's errors are, given the folder and the output."""
  names, places = set(), {}
  for path, line, column, _ in ERROR.findall(log):
    file = code / path
    if file.is_relative_to(code / "Sources"): places.setdefault(file, set()).add((int(line), int(column)))
  for file, found in places.items():
    text = file.read_text()
    regions, bodies = _regions(text), None
    starts = [0] + [newline.end() for newline in re.finditer("\n", text)]
    for line, column in found:
      # Columns count bytes.
      row = text[starts[line - 1]:].partition("\n")[0].encode()[:column - 1]
      place = starts[line - 1] + len(row.decode(errors="ignore"))
      around = [region for region in regions if region[0] <= place < region[1]]
      if around:
        names.add(min(around, key=lambda region: region[1] - region[0])[2])
        continue
      # The end of a function is where a missing result is reported, so it counts for all mutants of the function.
      bodies = bodies if bodies is not None else find_sites(mask(text))
      inside = lambda body: {name for start, end, name in regions if body.start <= start < body.end}
      outer = [body for body in bodies if body.start - 1 <= place <= body.end + 1 and inside(body)]
      if outer: names |= inside(min(outer, key=lambda body: body.end - body.start))
  return names


def _regions(text):
  """Returns the ranges of mutants in a woven file, with their names."""
  masked, regions = mask(text), []
  for found in MARK.finditer(text):
    depth, end = 0, found.end()
    while end == found.end() or depth > 0:
      depth += (masked[end] in "([{") - (masked[end] in ")]}")
      end += 1
    regions.append((found.start(), end, found[1]))
  return regions


def check(code, module, products):
  """Compiles a module of the copy, and returns what the compiler printed, or nothing if it succeeded.

  It stops before generating code, but finds errors in the flow of control and data, which type-checking doesn't.
  """
  features = re.findall(r'enableUpcomingFeature\("(\w+)"\)', (code / "Package.swift").read_text())
  paths = sorted(path.relative_to(code) for path in (code / "Sources" / module).rglob("*.swift"))
  headers = subprocess.run(
    ["pkg-config", "--cflags", "sqlite3", "libpq"], stdout=subprocess.PIPE, text=True).stdout.split()
  command = [
    # The compiler moves its output into place, so as root it would replace /dev/null by a file.
    "swiftc", "-emit-sil", "-o", products / "module.sil", "-Onone", "-wmo", "-suppress-warnings",
    "-swift-version", "6", "-package-name", "sectional", "-module-name", module, "-emit-module", "-enable-testing",
    "-emit-module-path", products / f"{module}.swiftmodule", "-I", products, "-strict-memory-safety",
    *(word for feature in features for word in ("-enable-upcoming-feature", feature)),
    *(word for header in headers for word in ("-Xcc", header)),
    "-I", "Sources/SectionalCSQLite", "-I", "Sources/SectionalCPostgres", *paths]
  result = subprocess.run(
    command, cwd=code, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
  return result.stdout if result.returncode != 0 else ""


def misfits(code, write, names, products, say=print):
  """Returns those of the mutants that don't compile. The function write creates the copy without some mutants."""
  dropped = set()
  products.mkdir(parents=True, exist_ok=True)
  # On a Mac, where the compiler needs an SDK, the build finds them.
  for module in MODULES if sys.platform == "linux" else []:
    while log := check(code, module, products):
      found = blamed(code, log) & names - dropped
      if not found: raise Misfit(f"{module} doesn't compile for another reason than a mutant:\n{log[-3000:]}")
      dropped |= found
      say(f"{module}: {len(found)} do not compile")
      write(dropped)
    say(f"{module} compiles")
  return dropped

"""Weaves mutants into the files of the repository."""
import re

from masking import Unreadable
from patches import Misfit, edits
from weaving import weave

ACTIVE = """\
#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The number of the mutant that runs, 0 for none.
let activeMutant: Int = {
  guard let word = unsafe getenv("SECTIONAL_MUTANT") else { return 0 }
  let name = unsafe String(cString: word)
  guard let number = mutantNumbers[name] else { fatalError("unknown mutant \\(name)") }
  return number
}()

private let mutantNumbers: [String: Int] = [
%s
]
"""


def woven(contents, patches):
  """Returns the files of the repository with the mutants, and the paths of changed files."""
  def text(path): return contents[path][0].decode()

  mutants = {}
  for number, patch in enumerate(patches, 1):
    for path in patch.hunks:
      if not re.match(r"Sources/.*\.swift$", path) or path not in contents:
        raise patch.fails(f"{path} is not a source file")
      mutants.setdefault(path, []).append((patch, number, edits(patch, path, text(path))))
  numbers = ACTIVE % "\n".join(f'  "{patch.name}": {n},' for n, patch in enumerate(patches, 1))
  results = dict(contents)
  # The compiler warns about identical branches.
  package = re.sub(r"\s*\.treatAllWarnings\(as: \.error\),", "", text("Package.swift"))
  results["Package.swift"] = (package.encode(), contents["Package.swift"][1])
  changed = []
  for path, own in mutants.items():
    try:
      code = weave(text(path), own)
    except Unreadable as error:
      raise Misfit(f"{', '.join(patch.name for patch, _, _ in own)}: {path}: {error}")
    results[path] = (code.encode(), contents[path][1])
    active = "/".join(path.split("/")[:2]) + "/ActiveMutant.swift"
    results[active] = (numbers.encode(), 0o644)
    changed += [path, active]
  return results, sorted(set(changed))

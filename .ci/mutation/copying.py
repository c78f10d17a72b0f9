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

/// Returns whether a mutant runs, or notes that its place is reached.
@inline(__always) func runsMutant(_ number: Int) -> Bool {
  if activeMutant >= 0 { return activeMutant == number }
  unsafe reachedMutants?[number] = 1
  return false
}

/// The number of the mutant that runs; 0 for none, -1 if it is noted which ones are reached.
private let activeMutant: Int = {
  if unsafe getenv("SECTIONAL_REACHED") != nil { return -1 }
  guard let word = unsafe getenv("SECTIONAL_MUTANT") else { return 0 }
  let name = unsafe String(cString: word)
  guard let number = mutantNumbers[name] else { fatalError("unknown mutant \\(name)") }
  return number
}()

/// A file with a byte for each mutant, which all processes of a test share; only ones are ever written.
nonisolated(unsafe) private let reachedMutants: UnsafeMutablePointer<UInt8>? = {
  guard let path = unsafe getenv("SECTIONAL_REACHED") else { return nil }
  let file = unsafe open(path, O_RDWR)
  guard file >= 0 else { return nil }
  defer { close(file) }
  let memory = unsafe mmap(nil, mutantNumbers.count + 1, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
  return unsafe memory == MAP_FAILED ? nil : memory?.assumingMemoryBound(to: UInt8.self)
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


def numbers(code):
  """Returns the names of the mutants in the folder of a copy, by their numbers."""
  files = sorted(code.glob("Sources/*/ActiveMutant.swift"))
  return {int(number): name for name, number in re.findall(r'^  "(\S+)": (\d+),$', files[0].read_text(), re.MULTILINE)}

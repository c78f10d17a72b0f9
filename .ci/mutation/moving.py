"""Moves patches to where the code went that they change."""
import difflib
import subprocess
import tempfile
from pathlib import Path

from patches import Misfit, edits

CONTEXT = 3


def move(patch, root, base):
  """Returns the text of a patch for the code as it is now.

  The patch must fit a commit. Where a file still exists, both changes are merged; otherwise, or if they conflict, the
  lines of each hunk are looked for in the other files of the same module.
  """
  changed = {}
  for path in patch.hunks:
    before = _show(root, base, path)
    if before is None: raise patch.fails(f"{path} is not in {base}")
    merged = _merge(root / path, before, _mutated(patch, path, before))
    changed.update({path: merged} if merged is not None else _elsewhere(patch, path, root))
  return _text(patch, root, changed)


def fits(patch, root):
  try:
    for path in patch.hunks:
      if not (root / path).exists(): return False
      edits(patch, path, (root / path).read_text())
  except Misfit:
    return False
  return True


def _show(root, base, path):
  shown = subprocess.run(["git", "show", f"{base}:{path}"], cwd=root, capture_output=True, text=True)
  return shown.stdout if shown.returncode == 0 else None


def _mutated(patch, path, code):
  for edit in reversed(edits(patch, path, code)): code = code[:edit.start] + edit.text + code[edit.end:]
  return code


def _merge(now, before, mutated):
  """Returns the code as it is now with a mutant's change; `None` if they conflict."""
  if not now.exists(): return None
  with tempfile.TemporaryDirectory() as folder:
    names = [Path(folder) / name for name in ("before", "mutated")]
    for name, code in zip(names, (before, mutated)): name.write_text(code)
    merged = subprocess.run(
      ["git", "merge-file", "-p", now, *names], capture_output=True, text=True)
  return merged.stdout if merged.returncode == 0 and merged.stdout != now.read_text() else None


def _elsewhere(patch, path, root):
  """Returns the changed code of the files that have the hunks' lines now."""
  module = root / Path(*Path(path).parts[:2])
  codes = {file: file.read_text() for file in sorted(module.rglob("*.swift"))}
  changed = {}
  for _, hunk in patch.hunks[path]:
    file, code = _replaced(patch, hunk, codes)
    codes[file] = changed[str(file.relative_to(root))] = code
  return changed


def _replaced(patch, hunk, codes):
  """Finds a hunk's lines with as much of its context as it needs to be the only place."""
  first = next(at for at, line in enumerate(hunk) if line[0] != " ")
  last = len(hunk) - next(at for at, line in enumerate(reversed(hunk)) if line[0] != " ")
  for context in (3, 2, 1, 0):
    lines = hunk[max(0, first - context):last + context]
    old, new = ("".join(f"{line[1:]}\n" for line in lines if line[0] != other) for other in "+-")
    found = [file for file, code in codes.items() for _ in range(code.count(old)) if old]
    if len(found) == 1: return found[0], codes[found[0]].replace(old, new)
  raise patch.fails("its lines are no longer there, or at several places: move it by hand")


def _text(patch, root, changed):
  header = f"Breaks: {patch.breaks}\nGuards: {patch.guards}\nTest: {'|'.join(patch.suites)}\n\n"
  return header + "".join(
    line
    for path in sorted(changed)
    for line in difflib.unified_diff(
      (root / path).read_text().splitlines(keepends=True), changed[path].splitlines(keepends=True),
      f"a/{path}", f"b/{path}", n=CONTEXT))

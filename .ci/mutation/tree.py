"""The files of the repository, and a copy of them, in which only changed files are written."""
import os
import subprocess
from pathlib import Path


def files(root):
  """Returns the contents and the permissions of all files that are tracked by git or could be added."""
  listed = subprocess.run(
    ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=root, check=True,
    stdout=subprocess.PIPE).stdout
  names = sorted({os.fsdecode(name) for name in listed.split(b"\0") if name})
  return {
    name: ((root / name).read_bytes(), (root / name).stat().st_mode & 0o777)
    for name in names if (root / name).is_file()
  }


def write(contents, folder):
  """Makes a folder contain these files and no others, except for build products.

  Unchanged files keep their modification times, so that a build compiles only what changed.
  """
  folders = []
  for place, inner, names in os.walk(folder):
    if Path(place) == folder and ".build" in inner: inner.remove(".build")
    folders += [Path(place, name) for name in inner]
    for name in names:
      path = Path(place, name)
      if path.relative_to(folder).as_posix() not in contents: path.unlink()
  for path in reversed(folders):
    if not any(path.iterdir()): path.rmdir()
  for name, (data, mode) in contents.items():
    path = folder / name
    if not path.is_file() or path.read_bytes() != data:
      path.parent.mkdir(parents=True, exist_ok=True)
      path.write_bytes(data)
    if path.stat().st_mode & 0o777 != mode: path.chmod(mode)

"""Masks the contents of comments and literals in Swift code, so that the rest can be parsed by its brackets."""
import re

HIDDEN = re.compile(r'//|/\*|(#*)("""(?=[ \t]*\n)|")|`|#*/|[()]')
REGEX = re.compile(r"(#*)/(?![\s)*/])(?:\\.|[^\\\n])*?/\1")
COMMENT_EDGE = re.compile(r"/\*|\*/")


class Unreadable(Exception):
  """Code that this module does not understand."""


def mask(code):
  """Returns code of the same length, with blanks for comments and quotation marks for literals."""
  pieces, place = [], 0
  for start, end in _hidden(code, 0, False)[0]:
    pieces.append(code[place:start])
    is_comment = code.startswith(("//", "/*"), start)
    # Line breaks in a comment separate lines of code, but those in a string don't.
    pieces.append(re.sub(r"[^\n]", " ", code[start:end]) if is_comment else '"' * (end - start))
    place = end
  return "".join(pieces) + code[place:]


def flat(masked):
  """Returns masked code without the contents of its brackets."""
  kept, depth = [], 0
  for character in masked:
    if character in ")]}": depth -= 1
    if depth == 0: kept.append(character)
    if character in "([{": depth += 1
  return "".join(kept)


def _hidden(code, place, is_interpolation):
  """Returns the ranges of comments and literals, and the end of the code, which may be an interpolation."""
  spans, depth = [], 0
  while found := HIDDEN.search(code, place):
    start, text = found.start(), found.group()
    place = found.end()
    if text == "(":
      depth += 1
      continue
    if text == ")":
      if is_interpolation and depth == 0: return spans, place
      depth -= 1
      continue
    if text == "//":
      place = code.find("\n", place)
      if place < 0: place = len(code)
    elif text == "/*":
      place = _behind_comment(code, place)
    elif text == "`":
      place = code.index("`", place) + 1
    elif found[2]:
      place = _behind_string(code, place, found[2], found[1])
    else:
      regex = REGEX.match(code, start)
      # After a value, it is a division.
      if not regex or not text.startswith("#") and code[:start].rstrip()[-1:] not in "(,=:[{&|!?;":
        continue
      place = regex.end()
    spans.append((start, place))
  if is_interpolation: raise Unreadable("an interpolation has no end")
  return spans, len(code)


def _behind_comment(code, place):
  depth = 1
  for found in COMMENT_EDGE.finditer(code, place):
    depth += 1 if found.group() == "/*" else -1
    if depth == 0: return found.end()
  raise Unreadable("a comment has no end")


def _behind_string(code, place, quotes, hashes):
  start, ending, escape = place, quotes + hashes, "\\" + hashes
  while place < len(code) and (quotes != '"' or code[place] != "\n"):
    if code.startswith(ending, place): return place + len(ending)
    if code.startswith(escape + "(", place):
      place = _hidden(code, place + len(escape) + 1, True)[1]
    else:
      place += len(escape) + 1 if code.startswith(escape, place) else 1
  raise Unreadable(f"the string in line {line(code, start)} has no end")


def line(code, place):
  """Returns the line number of a place."""
  return code.count("\n", 0, place) + 1

"""Finds the replaceable parts of Swift code: the bodies of functions and the initial values of properties.

It relies on brackets and on the keywords that begin declarations. If it mistakes something else for a
body, the result doesn't compile, so the mistake is noticed.
"""
import re
from dataclasses import dataclass

from masking import Unreadable, flat, line

TOKEN = re.compile(
  r"(?<![.#@\w])[A-Za-z_]\w*|[{}()\[\]\n:]|(?<![-+*/%<>=!&|^~?.])=(?![-+*/%<>=!&|^~?.])")
ACCESSOR = re.compile(
  r"\s*(?:@\w+\s+|(?:mutating|nonmutating|private|fileprivate)\s+)*"
  r"(get|set|willSet|didSet|_read|_modify)\s*(?:[{(]|async\b|throws\b)")
CONTINUATION = re.compile(r"[.?:]|[-+*/%<>=!&|^~]+\s|(?:as|is)\b")
NOTHING = re.compile(r"->\s*(?:Void|\(\s*\))\s*(?:where\b[^{}]*)?$")
TYPES = {"struct", "class", "enum", "actor", "extension", "protocol"}
MEMBERS = {"init", "deinit", "subscript"}
# Words after which a brace doesn't begin the body of the preceding declaration.
OTHERS = {
  "case", "typealias", "associatedtype", "import", "if", "guard", "else", "for", "while", "switch",
  "do", "catch", "defer", "repeat", "in", "return", "throw",
}


@dataclass(frozen=True)
class Site:
  """The range in a file of a body, without its braces, or of a value."""
  start: int
  end: int
  is_value: bool
  has_output: bool


@dataclass
class Scope:
  """What a bracket opened, and the last declaration in it."""
  kind: str  # members, statements, accessors, list, or ignored
  start: int = 0
  is_body: bool = False
  has_output: bool = False
  word: str = ""
  at: int = 0
  has_type: bool = False
  has_value: bool = False

  def declare(self, word, at):
    self.word, self.at, self.has_type, self.has_value = word, at, False, False

  def is_declared_by(self, word, behind):
    if word in MEMBERS: return self.kind == "members"
    # Elsewhere it is a name.
    if word == "actor": return self.kind == "members" and behind[1:].isupper()
    return word in TYPES or word in OTHERS or word in ("func", "let", "var")


def find_sites(masked):
  """Returns the bodies and initial values of masked code."""
  sites, scopes = [], [Scope("members")]
  for token in TOKEN.finditer(masked):
    text, at, end, scope = token.group(), token.start(), token.end(), scopes[-1]
    if text in "([":
      scopes.append(Scope("list"))
    elif text == "{":
      scopes.append(_opened(masked, at, scope))
      # Observers can follow a value.
      if scope.kind != "list" and not scope.has_value: scope.declare("", at)
    elif text in ")]}":
      if len(scopes) == 1 or (scope.kind == "list") == (text == "}"):
        raise Unreadable(f"a bracket does not fit in line {line(masked, at)}")
      if scope.is_body: sites.append(Site(scope.start, at, False, scope.has_output))
      scopes.pop()
    elif scope.kind in ("list", "ignored"):
      continue
    elif scope.kind == "accessors":
      if ACCESSOR.match(masked, at): scope.declare(text, at)
    elif text == ":":
      scope.has_type = True
    elif text == "=":
      scope.has_value = True
      if scope.kind == "members" and scope.word in ("let", "var"):
        sites.append(Site(end, _value_end(masked, end), True, True))
    elif text == "\n":
      # After a local variable without a value, the next line is a statement.
      is_over = scope.kind == "statements" and scope.word == "var"
      if is_over and not masked[at:].lstrip().startswith("{"): scope.declare("", at)
    elif scope.is_declared_by(text, masked[end:end + 2]):
      scope.declare(text, at)
  if len(scopes) != 1: raise Unreadable("a bracket is never closed")
  return sites


def _opened(masked, brace, outer):
  """Returns the scope that a brace opens."""
  word, start = outer.word, brace + 1
  if outer.kind == "ignored" or word == "protocol": return Scope("ignored")
  if outer.kind == "accessors": return Scope("statements", start, True, word == "get")
  if outer.kind == "list": return Scope("statements")
  if word in TYPES: return Scope("members")
  if word in ("func", "init", "deinit"):
    return Scope("statements", start, True, word == "func" and _has_output(masked[outer.at:brace]))
  if word in ("var", "subscript") and ACCESSOR.match(masked, start): return Scope("accessors")
  is_computed = word == "subscript" or word == "var" and outer.has_type and not outer.has_value
  return Scope("statements", start, is_computed, is_computed)


def _has_output(header):
  return "->" in flat(header) and not NOTHING.search(header)


def _value_end(masked, start):
  depth, end = 0, len(masked)
  for found in re.compile(r"[(){}\[\];\n]").finditer(masked, start):
    text, at = found.group(), found.start()
    if text in ")]}": depth -= 1
    is_observed = text == "{" and ACCESSOR.match(masked, at + 1)
    is_over = text == ";" or text == "\n" and not _goes_on(masked[start:at], masked[at:])
    if depth < 0 or depth == 0 and (is_observed or is_over):
      end = at
      break
    if text in "([{": depth += 1
  return start + len(masked[start:end].rstrip())


def _goes_on(before, after):
  before = before.rstrip()
  return not before or before[-1] in "-+*/%<=&|^~:," or CONTINUATION.match(after.lstrip())

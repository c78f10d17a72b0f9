"""The changes that need to know where an expression or a statement ends: conditions, defaults, results, statements."""
import re

from masking import flat
from sites import CONTINUATION
from weaving import is_expression

CONDITION = re.compile(r"(?<![.\w@#])(if|guard|while|where)[ ]+")
CHOICE = re.compile(r"(?:^[ ]*|(?<![=!<>])=[ ]|[(,:{][ ]|\(|\breturn )([A-Za-z_$][\w.$]*)(?= \? )", re.MULTILINE)
BINDING = re.compile(r"(?:let|var|case|true|false)\b|#|!")
OPERAND_START = re.compile(r"(?:[-+*/%<>=!&|^?]+|[,:]|\b(?:return|throw|in|else|try|await|case))\s+$|\n\s*$")
KEYWORDS = set(
  "return throw let var if guard for while repeat switch case default defer do break continue func else catch "
  "init import where super #if #else #elseif #endif".split())
PLACE = r"(?:unsafe )?[\w.$?!\[\]()]+"
ASSIGNMENT = re.compile(PLACE + r" (?:[-+*/%|&^]|<<|>>|&[-+*])?= \S.*")
INITIALIZATION = re.compile(r"(?:unsafe )?(?:self\.)?\w+ = ")
INTRODUCTION = re.compile(r"(?<![.\w])(init|func|deinit|subscript|var|get|set|didSet|willSet)\b")
CALL = re.compile(r"(?:(?:try[?!]?|await|unsafe) )*[A-Za-z_$][\w.$?!\[\](){}]*(?:\(\)| ?\{\})")
BRACED = re.compile(r"(?<=\{ )(?:\w+ in )?([^{}\n]+)(?= \})")
LABELLED = re.compile(r"^[ ]*(?:case\b[^\n]*?|default): (\S.*)$", re.MULTILINE)
RESULT = re.compile(r"^[ ]*return (\S.*)$", re.MULTILINE)


def rewritings(code, masked, sites):
  """Returns a kind, a range and its replacement, for each rewriting."""
  return [
    *_conditions(code, masked), *_defaults(masked), *_results(code, masked, sites),
    *_statements(masked, sites)]


def _conditions(code, masked):
  """Negates the clauses of conditions."""
  for found in CONDITION.finditer(masked):
    depth, start = 0, found.end()
    for token in re.compile(r"[\[({\])}\n,:]|\belse\b").finditer(masked, start):
      text, at = token.group(), token.start()
      is_over = depth == 0 and text in ("{", "\n", "else", ",", ")", "}", ":")
      if is_over:
        # A colon in a condition ends it after case, and is part of a choice otherwise.
        if text != ":" or found[1] == "where": yield from _negated(code, masked, start, at)
        if text != ",": break
        start = at + 1
      if text in "([{": depth += 1
      if text in ")]}": depth -= 1
  for found in CHOICE.finditer(masked): yield "condition", found.start(1), found.end(1), "!" + found[1]


def _negated(code, masked, start, end):
  while start < end and masked[start].isspace(): start += 1
  while start < end and masked[end - 1].isspace(): end -= 1
  clause = masked[start:end]
  # An operand with an exclamation mark is a change of another kind, and so is a single comparison.
  if not clause or BINDING.match(clause) or re.search(r" (?:==|!=) ", flat(clause)): return
  text = code[start:end]
  yield "condition", start, end, "!" + (text if re.fullmatch(r"[\w.]+(\(\))?", flat(clause)) else f"({text})")


def _defaults(masked):
  """Removes what a default stands in for."""
  for found in re.finditer(r" \?\? ", masked):
    start, depth = found.start(), 0
    while start > 0:
      character = masked[start - 1]
      if character in ")]}": depth += 1
      if character in "([{": depth -= 1
      if depth < 0 or depth == 0 and OPERAND_START.search(masked, max(0, start - 9), start): break
      start -= 1
    yield "default", start, found.end(), ""


def _results(code, masked, sites):
  """Negates what is returned by whatever returns a Bool, and returns nil instead of an optional."""
  for site in sites:
    head = masked[max(0, site.start - 300):site.start - 1].rstrip()
    is_bool, is_optional = re.search(r"(?:->|:) Bool$", head), re.search(r"-> [^\n]*\w\]?\?$", head)
    if not is_bool and not is_optional: continue
    ranges = [found.span(1) for found in RESULT.finditer(masked, site.start, site.end)]
    if is_expression(masked[site.start:site.end]):
      blanks = re.compile(r"\s*").match(masked, site.start).end()
      ranges = [(blanks, site.start + len(masked[site.start:site.end].rstrip()))]
    for start, end in ranges:
      text = code[start:end]
      if text in ("true", "false", "nil") or not _is_alone(masked, start, end): continue
      yield ("result", start, end, f"!({text})" if is_bool else "nil")


def _statements(masked, sites):
  """Removes statements that are only a call or an assignment."""
  # Removing one of these from an initializer leaves something without a value, as a rule.
  def word(site): return (INTRODUCTION.findall(masked, max(0, site.start - 999), site.start) or [""])[-1]
  initializers = [site for site in sites if word(site) == "init"]
  single = [site for site in sites if site.has_output and is_expression(masked[site.start:site.end])]
  lines = ((found.start(1), found.end(1)) for found in re.finditer(r"^[ ]*(\S.*)$", masked, re.MULTILINE))
  labelled = (found.span(1) for found in LABELLED.finditer(masked))
  braced = (found.span(1) for found in BRACED.finditer(masked))
  for ranges, is_whole in ((lines, True), (labelled, True), (braced, False)):
    for start, end in ranges:
      outline = flat(masked[start:end])
      if re.match(r"[#\w]*", outline).group() in KEYWORDS or ".init(" in outline: continue
      if not ASSIGNMENT.fullmatch(outline) and not CALL.fullmatch(outline): continue
      if is_whole and not _is_alone(masked, start, end): continue
      if INITIALIZATION.match(outline) and any(site.start <= start < site.end for site in initializers): continue
      # What a body consists of is its result.
      if not any(site.start <= start and not masked[site.start:start].strip() for site in single):
        yield "statement", start, end, "_ = ()"


def _is_alone(masked, start, end):
  """Whether an expression or a statement neither continues another nor is continued."""
  before, text, after = masked[:start].rstrip(), masked[start:end], masked[end:].lstrip()
  if before[-1:] in "=+-*/<>&|?,([" or CONTINUATION.match(after) or after.startswith(("else", "{")): return False
  depths = [text.count(pair[0]) - text.count(pair[1]) for pair in ("()", "[]", "{}")]
  return not any(depths)

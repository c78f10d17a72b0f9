"""The changes that replace a token: operators, literals and names by their opposites."""
import re

# Pairs that are replaced by each other, between blanks for operators.
OPPOSITES = {
  "comparison": ["< <=", "> >=", "== !=", "=== !=="],
  "arithmetic": ["+ -", "+= -=", "&+ &-", "* /", "<< >>", "& |"],
  "logic": ["&& ||"],
}
NAMES = [
  "first last", "firstIndex lastIndex", "prefix suffix", "dropFirst dropLast", "removeFirst removeLast",
  "popFirst popLast", "lowerBound upperBound", "startIndex endIndex", "less greater", "min max",
  "union subtracting", "formUnion subtract", "insert remove", "isSubset isSuperset",
]


def _pairs(words):
  pairs = [word.split() for word in words]
  return dict(pairs) | {second: first for first, second in pairs}


def _any(words): return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


def _neighbours(text):
  number = int(text)
  return [str(number + 1)] if number == 0 else [str(number - 1), str(number + 1)]


def _table(kind, words, pattern):
  opposites = _pairs(words)
  return kind, re.compile(pattern % _any(opposites)), lambda text: [opposites[text]]


# A kind, the pattern of the token in masked code, and what can replace the token.
REPLACEMENTS = [
  *(_table(kind, words, r"(?<=\s)(?:%s)(?=\s)") for kind, words in OPPOSITES.items()),
  _table("name", NAMES, r"(?<=\.)(?:%s)\b|(?<![.\w])(?:min|max)(?=\()"),
  _table("range", ["..< ..."], r"%s"),
  _table("truth", ["true false"], r"(?<![.\w])(?:%s)\b"),
  _table("leaving", ["break continue"], r"(?<![.\w])(?:%s)\b"),
  # Not the members of tuples, unnamed parameters, hexadecimal numbers and fractions. No test can tell pauses
  # of 49 and 50 milliseconds apart.
  ("number", re.compile(r"(?<![\w.$])(?<!seconds\()\d+(?!\w|\.\d)"), _neighbours),
  # The prefix operator, and neither a forced value nor part of another operator.
  ("negation", re.compile(r"(?<=[\s(\[{])!(?=[\w(.])"), lambda text: [""]),
]


def replacements(masked):
  """Returns a kind, the range of a token, and its replacement, for each token of masked code that has one."""
  return [
    (kind, found.start(), found.end(), new)
    for kind, pattern, options in REPLACEMENTS for found in pattern.finditer(masked)
    for new in options(found.group())]

"""Inserts mutants into code next to the code they replace, chosen by a number at run time."""
import re

from masking import flat, mask
from sites import find_sites

STATEMENT = re.compile(
  r"(?<![.\w])(?:return|throw|let|var|guard|if|switch|for|while|repeat|do|defer|func)\b|#if")
SWITCH = re.compile(r"\s*switch\b[^{}]*\{\}\s*")
IF = re.compile(r"\s*if\b[^{}]*\{\}(?:\s*else\s+if\b[^{}]*\{\})*\s*else\s*\{\}\s*")
INLINED = re.compile(r"@(?:inlinable|usableFromInline|_alwaysEmitIntoClient|_transparent)\b")


def weave(code, mutants):
  """Returns code that contains its mutants, which are patches with their numbers and edits."""
  masked, chosen = mask(code), {}
  sites, inlined = find_sites(masked), INLINED.search(masked)
  for patch, number, edits in mutants:
    # Code that is compiled into other modules can't access the number of the mutant.
    if inlined: raise patch.fails(f"it changes a file with {inlined.group()}")
    for site, own in _grouped(patch, sites, edits).items():
      mutant = (number, patch.name, _mutated(patch, code, site, own))
      chosen.setdefault(site, []).append(mutant)
  grown = []
  # From the end, so that earlier places stay valid and inner bodies come before outer ones.
  for site in sorted(chosen, key=lambda site: site.start, reverse=True):
    end = site.end + sum(growth for start, growth in grown if start < site.end)
    original = _branch(code[site.start:end], masked[site.start:site.end], site)
    text = (_choice_of_values if site.is_value else _choice)(chosen[site], original)
    grown.append((site.start, len(text) - (end - site.start)))
    code = code[:site.start] + text + code[end:]
  return code


def _grouped(patch, sites, edits):
  """Returns the edits, grouped by the innermost site that contains them."""
  groups = {}
  for edit in edits:
    around = [site for site in sites if _holds(site, edit)]
    if not around:
      raise patch.fails("it changes what is neither in a body nor the initial value of a property")
    # Because of closures and local types, a value can contain bodies and a body can contain values.
    site = min(around, key=lambda site: (site.is_value, site.end - site.start))
    groups.setdefault(site, []).append(edit)
  for inner in sorted(groups, key=lambda site: site.end - site.start):
    outer = next((outer for outer in groups if outer != inner and _holds(outer, inner)), None)
    if outer: groups[outer] += groups.pop(inner)
  return groups


def _holds(outer, inner):
  return outer.start <= inner.start and inner.end <= outer.end


def _mutated(patch, code, site, edits):
  """Returns the branch of a mutant."""
  for edit in sorted(edits, key=lambda edit: edit.start, reverse=True):
    end = site.end + len(edit.text) - (edit.end - edit.start)
    code = code[:edit.start] + edit.text + code[edit.end:]
    site = type(site)(site.start, end, site.is_value, site.has_output)
  masked = mask(code)
  if site not in find_sites(masked): raise patch.fails("it changes more than the inside of a body")
  return _branch(code[site.start:site.end], masked[site.start:site.end], site)


def _branch(body, masked, site):
  """Returns a body as one of several branches, in which a single expression needs a return statement."""
  if site.is_value: return body.strip()
  if not site.has_output or not is_expression(masked): return body
  place = len(masked) - len(masked.lstrip())
  return body[:place] + "return " + body[place:]


def is_expression(masked):
  """Whether a body that returns something is a single expression."""
  outline = flat(masked)
  if not STATEMENT.search(outline): return bool(outline.strip())
  # These are expressions if their branches are.
  is_choice = SWITCH.fullmatch(outline) or IF.fullmatch(outline)
  return bool(is_choice) and not re.search(r"\breturn\b", masked)


def _choice(mutants, original):
  branches = [
    f"if runsMutant({number}) /* {name} */ {{{body}}} else " for number, name, body in mutants]
  return f" {''.join(branches)}{{{original}}} "


def _choice_of_values(mutants, original):
  branches = [
    f"runsMutant({number}) /* {name} */\n      ? ({body})\n      : "
    for number, name, body in mutants]
  return f" {''.join(branches)}({original})"

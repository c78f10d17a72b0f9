"""Checks section caches while both stores are at rest."""
import json
import shlex
import subprocess


def check_caches(soak, chance):
  """Compares what some section caches show with a fetch and with the oracle, and returns what is wrong."""
  lists = [one for one in soak.lists if one.wish["cache"] and one.cache_file()]
  for one in chance.sample(lists, min(4, len(lists))):
    status, output, errors = one.ask_cache("verify")
    soak.report.count("caches verified")
    if status == 3: yield f"{one.title}: its section cache shows something else than a fetch: {output[:2000]}"
    elif status not in (0, 1): yield f"{one.title}: cache verify ended with {status}: {errors[:1000]}"
  for one in chance.sample(lists, min(4, len(lists))):
    # A pooler refuses new connections for some time after it has lost its server.
    if not one.wish["window"] and one.wish["role"] != "pooled": yield from show(soak, one)


def show(soak, one):
  """Has `sectional list` show a list from its cache, and the oracle check what it shows."""
  command = one.command("list", "--format", "json")
  result = subprocess.run(command, capture_output=True, text=True, env=soak.environment, timeout=60)
  if result.returncode != 0:
    yield f"{one.title}: {shlex.join(command)} ended with {result.returncode}: {result.stderr[:1000]}"
    return
  cache = json.loads(result.stdout)["cache"]
  outcome = cache["outcome"]
  soak.note(f"{one.title} shown at rest: {outcome}, {cache['reason']}")
  soak.report.count(f"lists shown at rest whose cache was {OUTCOMES[outcome]}")
  soak.checker.send(
    listed=f"{one.title} shown at rest", wish=one.wish, command=shlex.join(command), text=result.stdout)


OUTCOMES = {"hit": "current", "caughtUp": "behind its change log", "miss": "of no use"}

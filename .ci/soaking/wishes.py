"""Random requests: what a list shows, as arguments of the command and as a description for the oracle."""
import tables

# Each condition in SQL, and what it means.
CONDITIONS = {
  "size > 20": lambda row: row["size"] is not None and row["size"] > 20,
  "size BETWEEN 10 AND 40 OR size IS NULL": lambda row: row["size"] is None or 10 <= row["size"] <= 40,
  "team IS NOT NULL": lambda row: row["team"] is not None,
  "team = 'Blue' OR team = 'Red' OR team = ''": lambda row: row["team"] in ("Blue", "Red", ""),
  "id % 3 = 1": lambda row: row["id"] > 0 and row["id"] % 3 == 1,
  "score >= 12.5 AND name IS NOT NULL":
    lambda row: row["score"] is not None and row["score"] >= 12.5 and row["name"] is not None,
  "sent < 1795000000": lambda row: row["sent"] is not None and row["sent"] < 1795000000,
  "NOT (size < 30)": lambda row: row["size"] is not None and not row["size"] < 30,
  "code IS NULL": lambda row: row["code"] is None,
}
TEXTS, NUMBERS = ["name", "team"], ["size", "score", "sent", "id", "mixed", "code"]


def make_wish(chance, store, roles, secured):
  """Returns a random request of one of the roles. Row security hides rows of the secured tables from readers."""
  table = chance.choice(tables.TABLES)
  role = chance.choice(roles) if store == "postgres" else None
  wish = {
    "store": store, "table": table, "section": None, "sorts": [], "where": None, "search": None,
    "limit": 0, "offset": 0, "window": 0, "rows": chance.random() < 0.75, "alongside": chance.random() < 0.8,
    "role": role, "secured": role == "reader" and table in secured, "cache": chance.random() < 0.5, "columns": None,
  }
  # On a server, the query alongside is part of what a section cache is for, and `sectional list` has none.
  if store == "postgres" and wish["cache"] and chance.random() < 0.5: wish["alongside"] = False
  # A list with a window can't be over rows that depend on other rows.
  if chance.random() < 0.22 and not wish["secured"]: return window(wish, chance)
  wish["section"] = make_section(chance) if chance.random() < 0.8 else None
  for _ in range(chance.choice([0, 1, 1, 2, 2, 3])): add_sort(wish, make_sort(chance))
  if wish["section"] and chance.random() < 0.35:
    wish["sorts"] = [sort for sort in wish["sorts"] if sort["column"] != wish["section"]["column"]]
    wish["sorts"].insert(0, {**make_sort(chance), "column": wish["section"]["column"]})
    if wish["section"]["column"] not in TEXTS: wish["sorts"][0]["collation"] = "binary"
  if chance.random() < 0.4: wish["where"] = chance.choice(list(CONDITIONS))
  if chance.random() < 0.1: select(wish, chance)
  elif chance.random() < 0.1: wish["search"] = ("name", chance.choice(["a", "E", "ö", "ch", "son"]))
  if chance.random() < 0.35:
    wish["limit"], wish["offset"] = chance.choice([5, 20, 60]), chance.choice([0, 0, 3, 30])
  return wish


def window(wish, chance):
  section, column, descends = chance.choice(tables.WINDOWS)
  wish["window"] = chance.choice([20, 64, 200])
  wish["section"] = section and {"kind": "column", "column": section, "text": section}
  wish["sorts"] = [{"column": column, "descends": descends, "collation": "binary"}]
  return wish


def select(wish, chance):
  """Makes the request one of a statement, which shows some columns."""
  used = {sort["column"] for sort in wish["sorts"]} | ({wish["section"]["column"]} if wish["section"] else set())
  wish["columns"] = [
    name for name in tables.columns(wish["table"])
    if name in tables.keys(wish["table"]) or name in used or chance.random() < 0.4]


def make_section(chance):
  kind = chance.choice(["column"] * 4 + ["letter", "prefix", "index", "buckets", "day", "week", "month", "year"])
  if kind == "column":
    column = chance.choice(["team", "team", "size", "score", "mixed", "name"])
    return {"kind": kind, "column": column, "text": column}
  if kind == "letter":
    column = chance.choice(TEXTS)
    return {"kind": kind, "column": column, "text": f"first-letter({column})"}
  if kind == "prefix": return {"kind": kind, "column": "name", "length": 2, "text": "prefix(name,2)"}
  if kind == "buckets":
    return {"kind": kind, "column": "size", "bounds": [10, 20, 40], "text": "buckets(size,10,20,40)"}
  if kind == "index":
    locale = chance.choice(tables.LOCALES)
    return {"kind": kind, "column": "name", "locale": locale, "text": f"index(name,{locale})"}
  zone = chance.choice(["UTC", "Europe/Stockholm", "Asia/Kolkata"])
  return {"kind": kind, "column": "sent", "zone": zone, "text": f"{kind}(sent,s,{zone})"}


def make_sort(chance):
  column = chance.choice(TEXTS + TEXTS + NUMBERS)
  collations = ["binary", "nocase", "folded"] + [f"localized({locale})" for locale in tables.LOCALES]
  return {
    "column": column, "descends": chance.random() < 0.4,
    "collation": chance.choice(collations) if column in TEXTS else "binary"}


def add_sort(wish, sort):
  if all(sort["column"] != other["column"] for other in wish["sorts"]): wish["sorts"].append(sort)


def arguments(wish, cache):
  """Returns what a list shows, and its options."""
  options = [wish["table"]]
  if wish["columns"]:
    where = f" WHERE {wish['where']}" if wish["where"] else ""
    options = ["--sql", f"SELECT {', '.join(wish['columns'])} FROM {wish['table']}{where}",
               "--key", ",".join(tables.keys(wish["table"]))]
  if wish["section"]: options += ["--section", wish["section"]["text"]]
  for sort in wish["sorts"]:
    options += ["--sort", sort["column"] + (":desc" if sort["descends"] else "") + (
      "" if sort["collation"] == "binary" else ":" + sort["collation"])]
  for name in ("where", "limit", "offset", "window"):
    if wish[name] and not (name == "where" and wish["columns"]): options += [f"--{name}", str(wish[name])]
  if wish["search"]: options += ["--search", ":".join(wish["search"])]
  if wish["rows"]: options.append("--rows")
  if wish["cache"]: options += ["--cache", cache]
  return options

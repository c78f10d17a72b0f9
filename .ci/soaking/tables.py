"""The tables of both stores, the words that their texts consist of, and random rows."""
import random
import unicodedata

# What a table's changes are logged with: nothing, keys, or old values too.
LOGS = {"plain": None, "logged": "keys", "kept": "values", "pair": "keys"}
TABLES = list(LOGS)
KEPT = "team,name,size,score,sent"
BODY = ["name", "team", "size", "score", "sent", "code", "mixed", "note"]
TYPES = {
  "part": ("TEXT NOT NULL", "TEXT NOT NULL"), "name": ("TEXT", "TEXT"), "team": ("TEXT", "TEXT"),
  "size": ("INTEGER", "INTEGER"), "score": ("REAL", "DOUBLE PRECISION"),
  "sent": ("INTEGER", "BIGINT"), "code": ("INTEGER UNIQUE", "INTEGER UNIQUE"),
  "mixed": ("", "TEXT"), "note": ("TEXT", "TEXT"),
}
# The orders of the lists with a window, which need an index: section column, sort column, and whether it descends.
WINDOWS = [("team", "size", False), (None, "sent", True), ("size", "name", False)]
LOCALES = ["sv", "de", "cs", "es"]
# The letters of a locale's index. What comes behind the last one begins with Greek.
LETTERS = {
  "sv": "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z Å Ä Ö".split(),
  "de": "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z".split(),
  "cs": "A B C Č D E F G H CH I J K L M N O P Q R Ř S Š T U V W X Y Z Ž".split(),
  "es": "A B C D E F G H I J K L M N Ñ O P Q R S T U V W X Y Z".split(),
}
BEHIND = "α"
TEAMS = [None, "", "Blue", "blue", "Red", "Älgar", "algae", "Zoo", "Åre", "Orange", "1", "Green Team"]
# 2026-11-01 to 2026-12-13.
FIRST_SECOND, SECONDS = 1_793_491_200, 42 * 86_400
ROWS = 450


def keys(table): return ["part", "id"] if table == "pair" else ["id"]


def columns(table): return keys(table) + BODY


def definition(store, table, name=None):
  """Returns the statement that creates a table."""
  place = 0 if store == "sqlite" else 1
  number = ("INTEGER" if store == "sqlite" else "BIGINT") + (" NOT NULL" if table == "pair" else " PRIMARY KEY")
  parts = [f"{column} {number if column == 'id' else TYPES[column][place]}" for column in columns(table)]
  if table == "pair": parts.append("PRIMARY KEY (part, id)")
  end = " WITHOUT ROWID" if store == "sqlite" and table == "pair" else ""
  return f"CREATE TABLE {name or table} ({', '.join(parts)}){end}"


def indexes(store, table):
  """Returns the statements that create the indexes for lists with a window."""
  statements = []
  for number, (section, sort, descends) in enumerate(WINDOWS):
    terms = [(section, False)] * bool(section) + [(sort, descends)] + [(key, False) for key in keys(table)]
    texts = [term(store, column, reversed_) for column, reversed_ in terms]
    statements.append(f"CREATE INDEX {table}_window_{number} ON {table} ({', '.join(texts)})")
  return statements


def term(store, column, descends):
  if store == "sqlite": return column + (" DESC" if descends else "")
  binary = ' COLLATE "C"' if "TEXT" in TYPES.get(column, ("", ""))[1] else ""
  nulls = "" if column in ("id", "part") else " DESC NULLS LAST" if descends else " NULLS FIRST"
  return column + binary + nulls


def make_words(seed):
  """Returns some hundred texts: with and without accents, composed and not, in capitals, and in other scripts."""
  chance = random.Random(f"words {seed}")
  starts = "a A å Å ä b č c ch d é E n ñ o ö Ö r ř s š z Z ž".split()
  middles = ["", "l", "ll", "n", "ch", "r", "é", "ü", "a b", "-", "10", "9", "o"]
  ends = ["", "a", "A", "e", "ö", "s", "son"]
  words = {"", "山田", "太郎", "אבי", "10", "9", "_", " x"}
  while len(words) < 320:
    word = chance.choice(starts) + chance.choice(middles) + chance.choice(ends)
    words.add(unicodedata.normalize(chance.choice(["NFC", "NFC", "NFD"]), word))
  return sorted(words)


def every_text(words):
  """Returns all texts that a list can order: words, teams, and the first letters of both."""
  texts = {*words, *(team for team in TEAMS if team is not None), BEHIND}
  texts |= {first_text(letter) for letters in LETTERS.values() for letter in letters}
  return sorted(texts | {first_letter(text) for text in texts} | {prefix(text, 2) for text in texts})


def first_text(letter):
  """Returns the first of all texts that begin with a letter: it's small, and of texts that are equal but for their
  bytes, the one that isn't composed."""
  return unicodedata.normalize("NFD", letter.lower())


def first_letter(text): return unicodedata.normalize("NFC", text)[:1].upper()


def prefix(text, length): return unicodedata.normalize("NFC", text)[:length]


def value(column, store, chance, words):
  """Returns a random value of a column."""
  match column:
    case "id": return chance.randrange(1, 100_000)
    case "part": return chance.choice(["x", "y", "Z", "å"])
    case "name": return None if chance.random() < 0.04 else chance.choice(words)
    case "team": return chance.choice(TEAMS)
    case "size": return None if chance.random() < 0.05 else chance.randrange(60)
    case "score": return None if chance.random() < 0.05 else chance.randrange(-40, 400) / 4
    case "sent": return None if chance.random() < 0.03 else FIRST_SECOND + chance.randrange(SECONDS)
    case "code": return None if chance.random() < 0.5 else chance.randrange(3000)
    case "note": return None if chance.random() < 0.2 else "n" * chance.randrange(120) + str(chance.randrange(10**6))
  texts = [None, "", "1", "x", "10", "9"]
  return chance.choice(texts + [1, 1.0, 2.5, -3, b"\x01\xff", b""] if store == "sqlite" else texts)


def row(table, store, chance, words): return [value(column, store, chance, words) for column in columns(table)]

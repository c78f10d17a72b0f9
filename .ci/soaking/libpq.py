"""A small client for PostgreSQL servers over libpq, because Python's standard library has none."""
import ctypes
import ctypes.util


class ServerError(Exception):
  """A statement or a connection that failed; the state is empty if the server said nothing."""

  def __init__(self, state, message):
    super().__init__(f"{state or 'no connection'}: {message.strip()}")
    self.state = state


def load():
  library = ctypes.CDLL(ctypes.util.find_library("pq") or "libpq.so.5")
  pointer, text, number = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
  texts = ctypes.POINTER(text)
  for name, result, *arguments in [
    ("PQconnectdb", pointer, text), ("PQstatus", number, pointer), ("PQerrorMessage", text, pointer),
    ("PQfinish", None, pointer), ("PQresultStatus", number, pointer), ("PQclear", None, pointer),
    ("PQexecParams", pointer, pointer, text, number, pointer, texts, pointer, pointer, number),
    ("PQresultErrorField", text, pointer, number), ("PQresultErrorMessage", text, pointer),
    ("PQntuples", number, pointer), ("PQnfields", number, pointer),
    ("PQgetisnull", number, pointer, number, number), ("PQgetvalue", text, pointer, number, number),
    ("PQexec", pointer, pointer, text),
  ]:
    function = getattr(library, name)
    function.restype, function.argtypes = result, arguments
  return library


library = load()
OK, TUPLES, SQLSTATE = 1, 2, ord("C")


class Server:
  """One connection."""

  def __init__(self, url, name="soak"):
    more = f"application_name={name}&connect_timeout=20&options=-cclient_min_messages%3Dwarning"
    self.connection = library.PQconnectdb(f"{url}&{more}".encode())
    if library.PQstatus(self.connection) != 0:
      message = library.PQerrorMessage(self.connection).decode()
      self.close()
      raise ServerError("", message)

  def query(self, sql, *arguments):
    """Runs a statement, and returns its rows as texts."""
    texts = (ctypes.c_char_p * max(1, len(arguments)))(
      *[None if argument is None else str(argument).encode() for argument in arguments])
    return self.rows(library.PQexecParams(
      self.connection, sql.encode(), len(arguments), None, texts, None, None, 0))

  def run(self, sql):
    """Runs several statements."""
    return self.rows(library.PQexec(self.connection, sql.encode()))

  def rows(self, result):
    try:
      if library.PQresultStatus(result) not in (OK, TUPLES):
        state = library.PQresultErrorField(result, SQLSTATE) if result else None
        message = library.PQresultErrorMessage(result) if result else library.PQerrorMessage(self.connection)
        raise ServerError((state or b"").decode(), message.decode())
      return [
        [None if library.PQgetisnull(result, row, column) else library.PQgetvalue(result, row, column).decode()
         for column in range(library.PQnfields(result))]
        for row in range(library.PQntuples(result))]
    finally:
      if result: library.PQclear(result)

  @property
  def is_lost(self): return not self.connection or library.PQstatus(self.connection) != 0

  def close(self):
    if self.connection: library.PQfinish(self.connection)
    self.connection = None

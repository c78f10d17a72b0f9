#!/usr/bin/env python3
"""Tests the insertion of mutants, on code that is easily misread."""
import io
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

from masking import Unreadable, mask
from patches import Misfit, Patch, edits, read_patches
from running import Job, judge
from weaving import weave


def woven(code, *changes):
  """Returns code with mutants, each of which replaces a range of lines, given by its first and last line."""
  mutants = []
  for number, change in enumerate(changes, 1):
    patch, lines = Patch(f"m{number}"), code.splitlines()
    for old, new in change if isinstance(change, list) else [change]:
      place = lines.index(old.split("\n")[0])
      hunk = ["-" + line for line in old.split("\n")] + ["+" + line for line in new.split("\n")]
      patch.hunks.setdefault("A", []).append((place + 1, hunk))
    mutants.append((patch, number, edits(patch, "A", code)))
  return weave(code, mutants)


class Weaving(unittest.TestCase):
  def check(self, code, expected, *changes):
    self.assertEqual(woven(code, *changes), expected)

  def test_a_single_expression_is_returned_where_it_is_one_of_several(self):
    self.check(
      "var a: Int { b }\n",
      "var a: Int { if runsMutant(1) /* m1 */ { return c } else { return b } }\n",
      ("var a: Int { b }", "var a: Int { c }"))
    self.check(
      "func a() -> Int {\n  // Why.\n  b\n}\n",
      "func a() -> Int { if runsMutant(1) /* m1 */ {\n  // Why.\n  let c = 1\n  return c\n} else {"
      "\n  // Why.\n  return b\n} }\n",
      ("  b", "  let c = 1\n  return c"))

  def test_nothing_is_returned_where_nothing_is_to_be(self):
    for head in (
      "func a()", "func a() -> Void", "func a(_ b: () -> Int) -> ()", "init(a: Int) throws(E)",
    ):
      self.check(
        f"{head} {{\n  b()\n}}\n",
        f"{head} {{ if runsMutant(1) /* m1 */ {{\n  c()\n}} else {{\n  b()\n}} }}\n",
        ("  b()", "  c()"))

  def test_tuples_are_returned(self):
    self.check(
      "func a() async throws -> (B, C) where D: E {\n  b\n}\n",
      "func a() async throws -> (B, C) where D: E { if runsMutant(1) /* m1 */ {\n  return c\n"
      "} else {\n  return b\n} }\n",
      ("  b", "  c"))

  def test_a_switch_is_returned_if_its_branches_are_values(self):
    head = "func a() -> Int {"
    value = "\n  switch b {\n  case .c: 1\n  default: 2\n  }\n}"
    self.check(
      f"{head}{value}\n",
      head + " if runsMutant(1) /* m1 */ {"
      + value.replace("switch", "return switch").replace(": 1", ": 3") + " else {"
      + value.replace("switch", "return switch") + " }\n",
      ("  case .c: 1", "  case .c: 3"))
    self.assertNotIn("return switch", woven(
      f"{head}\n  switch b {{\n  case .c: return 1\n  default: return 2\n  }}\n}}\n",
      ("  case .c: return 1", "  case .c: return 3")))
    self.assertNotIn("return if", woven(
      f"{head}\n  if b {{ c() }}\n  return d\n}}\n", ("  return d", "  return e")))
    self.assertIn("{\n  return if b { 2 }", woven(
      f"{head}\n  if b {{ 1 }} else if c {{ 3 }} else {{ 4 }}\n}}\n",
      ("  if b { 1 } else if c { 3 } else { 4 }", "  if b { 2 } else if c { 3 } else { 4 }")))

  def test_closures_belong_to_their_function(self):
    self.check(
      "func a() -> Int {\n  b.map { c in\n    let d = c\n    return d\n  }\n}\n",
      "func a() -> Int { if runsMutant(1) /* m1 */ {\n  return b.map { c in\n    let d = e\n"
      "    return d\n  }\n} else {\n  return b.map { c in\n    let d = c\n    return d\n  }\n} }\n",
      ("    let d = c", "    let d = e"))

  def test_accessors_have_bodies_of_their_own(self):
    self.check(
      "var a: Int {\n  get async throws(E) {\n    b\n  }\n  set { b = newValue }\n}\n",
      "var a: Int {\n  get async throws(E) { if runsMutant(1) /* m1 */ {\n    return c\n  } else {\n"
      "    return b\n  } }\n  set { if runsMutant(2) /* m2 */ { c = newValue } else { b = newValue } }"
      "\n}\n",
      ("    b", "    c"), ("  set { b = newValue }", "  set { c = newValue }"))
    self.check(
      "var a = [1].map { $0 } {\n  didSet { b() }\n}\n",
      "var a = [1].map { $0 } {\n  didSet { if runsMutant(1) /* m1 */ { c() } else { b() } }\n}\n",
      ("  didSet { b() }", "  didSet { c() }"))

  def test_several_mutants_of_one_body_are_a_chain(self):
    self.check(
      "init?(a: Int) {\n  b = 1\n  c = 2\n}\n",
      "init?(a: Int) { if runsMutant(1) /* m1 */ {\n  b = 3\n  c = 2\n} else if runsMutant(2) "
      "/* m2 */ {\n  b = 1\n  c = 4\n} else {\n  b = 1\n  c = 2\n} }\n",
      ("  b = 1", "  b = 3"), ("  c = 2", "  c = 4"))

  def test_a_body_with_a_mutant_stands_in_one_with_another(self):
    self.check(
      "func a() {\n  func b() { c() }\n  d()\n}\n",
      "func a() { if runsMutant(2) /* m2 */ {\n  func b() { c() }\n  e()\n} else {\n"
      "  func b() { if runsMutant(1) /* m1 */ { f() } else { c() } }\n  d()\n} }\n",
      ("  func b() { c() }", "  func b() { f() }"), ("  d()", "  e()"))

  def test_what_one_mutant_changes_twice_is_one_branch(self):
    self.check(
      "func a() {\n  func b() { c() }\n  d()\n}\n",
      "func a() { if runsMutant(1) /* m1 */ {\n  func b() { f() }\n  e()\n} else {\n"
      "  func b() { c() }\n  d()\n} }\n",
      [("  func b() { c() }", "  func b() { f() }"), ("  d()", "  e()")])

  def test_initial_values_are_chosen(self):
    self.check(
      'enum A {\n  static let b = """\n    "c" \\(d ? "}" : "{") \\\n    e\n    """\n\n  let f: [G] =\n'
      "    h\n    .map { $0 }\n  func i() {}\n}\n",
      'enum A {\n  static let b = runsMutant(1) /* m1 */\n      ? ("""\n    "c" \\(d ? "}" : "{") \\\n'
      '    j\n    """)\n      : ("""\n    "c" \\(d ? "}" : "{") \\\n    e\n    """)\n\n'
      "  let f: [G] = runsMutant(2) /* m2 */\n      ? (h\n    .map { -$0 })\n      : (h\n"
      "    .map { $0 })\n  func i() {}\n}\n",
      ("    e", "    j"), ("    .map { $0 }", "    .map { -$0 }"))

  def test_what_is_declared_cannot_be_changed(self):
    for code, old, new in (
      ("struct A {\n  weak var b: B?\n}\n", "  weak var b: B?", "  let b: B?"),
      ("func a(b: Int = 1) {}\n", "func a(b: Int = 1) {}", "func a(b: Int = 2) {}"),
      ("func a() {\n  b\n}\n", "  b", "  b\n}\nfunc c() {"),
      ("protocol A {\n  var b: Int { get }\n}\n", "  var b: Int { get }", "  var b: Int { get set }"),
      ("@inlinable func a() {\n  b()\n}\n", "  b()", "  c()"),
      ('enum A: String {\n  case b = "c"\n}\n', '  case b = "c"', '  case b = "d"'),
    ):
      with self.assertRaisesRegex(Misfit, "^m1: "): woven(code, (old, new))


class Masking(unittest.TestCase):
  def test_literals_and_comments_are_hidden(self):
    for code, masked in (
      (r'a("\(b("}"))" + c)', 'a(""""""""""" + c)'),
      ('a(#"""# + b)', 'a(""""" + b)'),
      ('a(#"\\("# + b)', 'a("""""" + b)'),
      ('a("""\n  "{" \\"""\n  """)', "a(" + '"' * 20 + ")"),
      ('a("" + b) // }', 'a("" + b)     '),
      ("a /* { /* } */\n { */ b", "a             \n      b"),
      (r"a(of: /\"[{]\//) / b / c", 'a(of: """"""""") / b / c'),
      ("`{`.b", '""".b'),
    ):
      self.assertEqual(mask(code), masked)
    for code in ('a("b\n")', 'a("\\(b")', "/* /* */", '"""\na'):
      with self.assertRaises(Unreadable): mask(code)


class Patches(unittest.TestCase):
  body = "--- a/A\n+++ b/A\n@@ -1 +1 @@\n-a\n+b\n"

  def test_patches_are_in_order(self):
    good = "Breaks: a\nGuards: law 1: b\nTest: ATests|BTests\n\n" + self.body
    patch = self.read(a=good)[0]
    self.assertEqual((patch.breaks, patch.guards, patch.suites), ("a", "law 1: b", ["ATests", "BTests"]))
    for name, texts in (
      ("a", {"a": self.body}), ("a", {"a": "Breaks: a\n\n" + self.body}),
      ("a", {"a": good.replace("Guards: law 1: b\n", "")}), ("a", {"a": good.replace("law 1", "law 6")}),
      ("a", {"a": good.replace("law 1: b", "law 1: " + "b" * 104)}),
      ("a", {"a": good.replace("BTests", "CTests")}), ("b", {"a": good, "B": good, "b": good}),
      ("a", {"a": good.replace("+1 @@", "+1,2 @@")}), ("a", {"a": good.partition("---")[0]}),
    ):
      with self.assertRaisesRegex(Misfit, f"^{name}: |^B: "): self.read(**texts)

  def read(self, **texts):
    with tempfile.TemporaryDirectory() as folder:
      for name, text in texts.items(): Path(folder, name + ".patch").write_text(text)
      return read_patches(Path(folder), "struct ATests {}\n@Suite final class BTests {}")

  def test_a_patch_fits_where_it_says_or_in_one_place(self):
    patch = Patch("m1", hunks={"A": [(2, [" a", "-b", "+c", " d"])]})
    for code, place in (("a\na\nb\nd\n", 4), ("x\na\nb\nd\na\nb\nd\n", 4), ("a\nb\nd\n", 2)):
      self.assertEqual([edit.start for edit in edits(patch, "A", code)], [place])
    for code in ("a\nb\nd\na\nb\nd\n", "a\nb\nx\n"):
      with self.assertRaisesRegex(Misfit, "^m1: "): edits(patch, "A", code)


class Judging(unittest.TestCase):
  def test_every_end_but_a_green_one_catches_a_mutant(self):
    red = '✘ Test "a" failed after 1 seconds with 1 issue.\n✘ Test run with 1 test failed after 1 s'
    for status, text, lateness, is_caught, ending in (
      (0, "✔ Test run with 1 test in 1 suite passed", "", False, "stays green"),
      (69, "✔ Test run with 0 tests in 0 suites passed", "", False, "no test ran"),
      (1, red, "", True, "1 failed"), (-5, "", "", True, "stopped by signal 5"),
      (-15, "", "timed out", True, "timed out"), (1, "", "", True, "ended with status 1"),
    ):
      with tempfile.TemporaryDirectory() as folder:
        job = Job("a", [], {}, Path(folder, "log"))
        job.log.write_text(text)
        judge(job, status, lateness)
        self.assertEqual((job.is_caught, job.ending), (is_caught, ending))


if __name__ == "__main__":
  # Print nothing on success.
  report = io.StringIO()
  runner = unittest.TextTestRunner(report)
  if not unittest.main(exit=False, argv=sys.argv[:1], testRunner=runner).result.wasSuccessful():
    sys.exit(report.getvalue())

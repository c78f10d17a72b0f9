#!/usr/bin/env python3
"""Tests how .ci/score finds changes, blames them for errors, and ends a run at its first failure."""
import io
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

from changes import changes, draw
from compiling import blamed
from patches import Misfit, edits
from report import read_explanations
from running import Job, first_issue
from weaving import weave


def found(*lines, head="func a()", kind=None):
  """Returns the lines that can replace lines of a function, without blanks at their beginning."""
  code = "\n".join([f"{head} {{", *("  " + line for line in lines), "}", ""])
  return {change.new.strip() for change in changes("A", code) if kind in (None, change.kind)}


class Finding(unittest.TestCase):
  def check(self, line, *expected, **options):
    self.assertEqual(found(line, "z", **options), set(expected))

  def test_tokens_are_replaced_by_their_opposites(self):
    for old, new in (
      ("a <= b", "a < b"), ("a == b", "a != b"), ("a + b", "a - b"), ("a && b", "a || b"), ("a..<b", "a...b"),
      ("a(max(b, c), d) + 1 ", "a(min(b, c), d) + 1"), ("a.first?.b", "a.last?.b"), ("let a = true", "let a = false"),
      ("a(b, !c) ?? d", "a(b, c) ?? d"),
    ):
      self.assertIn(new, found(old, "z"))
    self.check("break", "continue")
    self.check("let (a, b) = (0, c.1, $0, 0xFF, 2.5)", "let (a, b) = (1, c.1, $0, 0xFF, 2.5)")
    self.check("let a = 7", "let a = 6", "let a = 8")
    self.check("let a = Array<B>(c!)")
    # No test notices a pause that is a little shorter.
    self.check("let a = .milliseconds(50)")

  def test_conditions_are_negated(self):
    for old, *new in (
      ("if a { b }", "if !a { b }"), ("while a.b(c), let d, e > f {}", "while !a.b(c), let d, e > f {}",
       "while a.b(c), let d, !(e > f) {}"),
      ("guard a || b else { return }", "guard !(a || b) else { return }"),
      ("for a in b where c(d) {}", "for a in b where !c(d) {}"), ("let a = b ? c : d", "let a = !b ? c : d"),
      ("let a = b == nil ? c : d",), ("if !a, case .b = c, #available(d) {}",), ("if a == b {}",), ("while true {}",),
    ):
      self.check(old, *new, kind="condition")

  def test_defaults_are_removed(self):
    for old, new in (
      ("return a?.b(c ?? d) ?? e", "return e"), ("let a = b + (c.d ?? e)", "let a = b + (e)"),
      ("a(b: c ?? d)", "a(b: d)"),
    ):
      self.assertIn(new, found(old, "z", kind="default"))

  def test_results_are_negated_or_nil(self):
    self.check("return a(b)", "return !(a(b))", head="func a() -> Bool")
    self.check("return a(b)", "return nil", head="func a(_ b: C) -> D?")
    self.check("return a(b)", head="func a() -> Int")
    self.assertEqual(found("a(b)", head="var a: Bool"), {"!(a(b))"})
    self.assertEqual(found("return a", "  .b", head="func a() -> Bool"), set())

  def test_statements_are_removed(self):
    for line in (
      "a()", "try await a.b(c, d: [e])", "a.b[c] = d(e)", "(a, b) = (c, d)", "a { b }", "_ = a(b)", "a += b",
    ):
      self.assertIn("_ = ()", found(line, "z", kind="statement"))
    self.check("case .a(let b): c(b)", "case .a(let b): _ = ()")
    self.assertIn("if a { _ = () }", found("if a { b() }", "z"))
    for lines in (
      ("return a()",), ("let a = b()",), ("throw a()",), ("a(", "  b()", ")"), ("let a =", "  b()"), ("a()", "  .b()"),
    ):
      self.assertEqual(found(*lines, "z", kind="statement"), set())
    # What a body consists of is its result, and an initializer initializes.
    self.assertEqual(found("a()", head="func a() -> B", kind="statement"), set())
    self.assertEqual(found("self.a = a", "b()", head="init(a: A)", kind="statement"), {"_ = ()"})

  def test_only_code_in_bodies_changes(self):
    self.assertEqual(changes("A", "struct A {\n  let a = 1\n  func b(c: Int = 1) {}\n}\n"), [])
    self.assertEqual(changes("A", "@inlinable func a() {\n  b()\n}\n"), [])
    for lines in (
      ("// a < b", "/* true", "a() */"), ('let a = "b < \\(c + 1) true"',), ('let a = """', "  b < 1", '  """'),
      ("precondition(", "  a < b)"), ("assert(a, b())",), ("a.reserveCapacity(b + 1)",), ("hasher.combine(b)",),
      ("if #available(a 1, *) {", "}"),
      ("#if DEBUG", "a()", "#endif"),
    ):
      self.assertEqual(found(*lines), set())
    both = found("#if canImport(Darwin)", "a()", "#else", "b = true", "#endif")
    self.assertEqual(both, {"_ = ()"} if sys.platform == "darwin" else {"_ = ()", "b = false"})

  def test_a_seed_chooses_one_change_of_each_line(self):
    known = changes("A", "func a() {\n" + "".join(f"  a{n} = b + 1\n" for n in range(50)) + "}\n")
    drawn = draw(known, 20, 1)
    self.assertEqual(drawn, draw(known, 30, 1)[:20])
    self.assertNotEqual(drawn, draw(known, 20, 2))
    self.assertEqual(len({change.line for change in drawn}), 20)
    self.assertEqual({change.kind for change in draw(known, 50, 1)}, {"arithmetic", "number", "statement"})


class Blaming(unittest.TestCase):
  def test_an_error_belongs_to_the_change_around_it(self):
    code = "func a() -> Int {\n  b = c + d\n  return e + 1\n}\nfunc f() {\n  g = true\n}\n"
    known = [change for change in changes("Sources/A.swift", code) if change.kind in ("arithmetic", "truth")]
    patches = [(change.patch(f"m{number}"), number) for number, change in enumerate(known, 1)]
    with tempfile.TemporaryDirectory() as folder:
      text = weave(code, [(patch, number, edits(patch, "Sources/A.swift", code)) for patch, number in patches])
      file = Path(folder, "Sources/A.swift")
      file.parent.mkdir()
      file.write_text(text)
      lines = text.splitlines()
      def blame(part, column=1):
        line = next(number for number, line in enumerate(lines, 1) if part in line)
        return blamed(Path(folder), f"Sources/A.swift:{line}:{column}: error: b\nTests/A.swift:1:1: error: c\n")
      self.assertEqual(blame("b = c - d"), {"m1"})
      self.assertEqual(blame("return e - 1"), {"m2"})
      self.assertEqual(blame("g = false"), {"m3"})
      # The end of a function is where a missing result is reported.
      end = next(line for line in lines if line.startswith("} }"))
      self.assertEqual(blame(end, len(end)), {"m1", "m2"})


class Ending(unittest.TestCase):
  def test_the_first_issue_is_found_once_its_line_is_complete(self):
    with tempfile.TemporaryDirectory() as folder:
      job = Job("a", [], {}, Path(folder, "log"))
      job.log.write_text('✔ Test "a" passed\n✘ Test "b" recorded an issue at C.swift:1:2: d')
      self.assertEqual(first_issue(job), "")
      with open(job.log, "a") as log: log.write("\n")
      self.assertEqual(first_issue(job), 'Test "b" recorded an issue at C.swift:1:2: d')


class Explaining(unittest.TestCase):
  def test_explanations_fit_the_sources(self):
    good = "# why\nA\n- a\n+ b\n= c\n\nA\n- d\n+ e\n= f\n"
    self.assertEqual(self.read(good, "  a\nd\n"), {("A", "a", "b"): "c", ("A", "d", "e"): "f"})
    for text in (
      good.replace("- d", "- g"), good.replace("= c\n", ""), good.replace("= f\n", ""), good.replace("A", "B"),
    ):
      with self.assertRaises(Misfit): self.read(text, "a\nd\n")

  def read(self, text, code):
    with tempfile.TemporaryDirectory() as folder:
      file = Path(folder, "explanations")
      file.write_text(text)
      return read_explanations(file, {"A": (code.encode(), 0o644)})


if __name__ == "__main__":
  # Print nothing on success.
  report = io.StringIO()
  runner = unittest.TextTestRunner(report)
  if not unittest.main(exit=False, argv=sys.argv[:1], testRunner=runner).result.wasSuccessful():
    sys.exit(report.getvalue())

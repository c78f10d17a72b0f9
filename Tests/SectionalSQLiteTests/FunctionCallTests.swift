import SectionalSQL
import Testing

/// The calls in a condition that an index can be made of.
struct FunctionCallTests {
  @Test(arguments: [
    ("lower(name) = 'a'", ["lower(name)"]),
    ("lower(trim(name)) = 'a' OR lower(trim(name)) = 'b'", ["trim(name)", "lower(trim(name))"]),
    ("CAST(\"na(me\" AS INTEGER) = 1", ["CAST(\"na(me\" AS INTEGER)"]),
    ("length(')(') = 2 -- f(x)", ["length(')(')"]),
    ("id IN(1, 2) AND (a OR NOT(b))", []),
    ("ifnull(upper(a), ?1) = 'x'", ["upper(a)"]),
    ("f(a, (SELECT 1)) = g(:b)", []),
    ("f(a", []),
    ("a) = g(b)", []),
  ])
  func `calls are found, but for those that depend on arguments or other rows`(
    condition: String, calls: [String]
  ) { #expect(FunctionCalls.texts(in: condition) == calls) }
}

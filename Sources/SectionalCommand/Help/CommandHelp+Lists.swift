/// The help of the commands that read lists.
extension CommandHelp {
  static let tables = CommandHelp(
    arguments: "STORE", summary: "list the tables and views",
    paragraphs: [
      "Shows rows, size with indexes, key and change log of each. On a server, and in files of 1 "
        + "GiB or more, the number of rows is the database's estimate, if it has one, and views "
        + "aren't counted."
    ],
    examples: [
      "sectional tables regions.sqlite", "sectional regions.sqlite",
    ])

  static let list = CommandHelp(
    arguments: "STORE TABLE", summary: "show the list once", words: [table],
    examples: [
      "sectional list regions.sqlite region --section initial --sort name:caseInsensitive",
      "sectional list regions.sqlite --sql \"SELECT language, count(*) AS regions FROM region "
        + "GROUP BY language\" --key language",
    ])

  static let watch = CommandHelp(
    arguments: "STORE [TABLE]", summary: "show the list, then each change until Ctrl-C",
    words: [table],
    ending: ["Without TABLE, watch counts the changed rows of each table."],
    examples: [
      "sectional watch regions.sqlite region --where \"language = 'en'\" --section continent",
      "sectional watch regions.sqlite region --section language --format jsonl",
    ])

  static let compare = CommandHelp(
    arguments: "STORE STORE TABLE", summary: "show how the lists of two stores differ",
    words: [Entry(name: "TABLE", help: "a table or a view that both have")],
    ending: ["The exit status is 0 if everything is the same, and 3 if anything differs."],
    examples: [
      "sectional compare one.sqlite two.sqlite region --seed-from Fixtures/regions.csv "
        + "--key code,language",
      "sectional compare one.sqlite two.sqlite region --section continent --sort name",
    ])

  static let check = CommandHelp(
    arguments: "STORE TABLE", summary: "say what makes the list slow, and what to do about it",
    paragraphs: [
      "check only reads. It finds an index that would make the list faster, a sort key without "
        + "effect, a list that reads all rows after a change, a missing or outdated change log, and "
        + "an order that the store can't give, and says what to do about each. A list of all rows "
        + "is sorted about as fast without an index, unless rows are long."
    ], words: [table],
    ending: ["The exit status is 0 if nothing was found, and 3 if anything was."],
    examples: [
      "sectional check regions.sqlite region --section initial --sort name",
      "sectional check regions.sqlite region --where \"language = 'en'\" --format json",
    ])
}

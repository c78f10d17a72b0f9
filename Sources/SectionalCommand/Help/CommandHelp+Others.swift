/// The help of the commands that don't read lists.
extension CommandHelp {
  static let triggers = CommandHelp(
    arguments: "install|status|uninstall STORE TABLE…",
    summary: "record in the database which rows change",
    paragraphs: [
      "Triggers in the database record which rows change. Lists then read only these rows, even if "
        + "they changed while no list was open or connected. Other programs need no change. "
        + "Without TABLE, status reports on every table that you may read; on a server, not on "
        + "views, partitions and unlogged tables.",
      "In an SQLite file, each changed row adds about one row to the table sectional_log, which "
        + "prunes itself. Uninstall before you drop a column that was in a unique index.",
      "On a server each statement costs about one row in the schema sectional_log_OWNER, which prunes "
        + "itself, and each commit notifies listeners; notifying commits wait for one another. The "
        + "table's owner, members of that role and superusers can install it, with CREATE on the "
        + "database the first time. Roles that may read a table may read its log.",
    ],
    examples: [
      "sectional triggers install regions.sqlite region",
      "sectional triggers status regions.sqlite",
    ])

  static let cache = CommandHelp(
    arguments: "ls|show|verify|rm [NAME…]", summary: "manage the sections that --cache stores",
    words: [
      Entry(name: "ls", help: "list the caches"),
      Entry(
        name: "show NAME…",
        help: "show the list of each, and whether opening it now would be a hit, caught up or a "
          + "miss, and why"),
      Entry(name: "verify NAME…", help: "compare what it would show with a fetch from the store"),
      Entry(
        name: "rm NAME…",
        help: "delete them; a list that is opened again writes them again"),
    ],
    ending: [
      "A list uses a cache only if the store's version or change log (sectional triggers) proves "
        + "it up to date. The exit status of verify is 3 if a cache differs from a fetch."
    ],
    examples: [
      "sectional list regions.sqlite region --section initial --cache regions",
      "sectional cache show regions",
    ])

  static let generate = CommandHelp(
    arguments: "STORE TABLE", summary: "print a Swift struct for the rows of a table",
    paragraphs: [
      "Each column becomes a property: optional if the column allows NULL, and marked if it is in "
        + "the primary key. SQLite doesn't enforce declared types, so the first 1,000 rows count, "
        + "too. Generated columns are left out."
    ],
    examples: [
      "sectional generate regions.sqlite region > Region.swift",
      "sectional generate regions.sqlite region --name Country",
    ])

  static let demo = CommandHelp(
    arguments: "FIXTURE.csv", summary: "see a list follow another program's edits",
    paragraphs: [
      "Loads the regions of the world into an SQLite file, shows them as a grouped list, edits them "
        + "with the sqlite3 program, and prints the changes that the list reports."
    ],
    examples: [
      "sectional demo Fixtures/regions.csv",
      "sectional demo Fixtures/regions.csv --keep regions.sqlite",
    ])

  static let completion = CommandHelp(
    arguments: "bash|zsh", summary: "print the completion for a shell",
    paragraphs: [
      "Put one of these lines into ~/.bashrc or, after compinit, into ~/.zshrc: "
        + "source <(sectional completion bash) or source <(sectional completion zsh)."
    ])

  static let help = CommandHelp(
    arguments: "COMMAND", summary: "show help and examples for a command")
}

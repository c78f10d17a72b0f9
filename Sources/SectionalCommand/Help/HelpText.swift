/// The texts of `sectional help`, without their examples.
enum HelpText {
  static let overview = """
    sectional shows the rows of a database as a grouped list and says exactly what changes in it.

      sectional list  STORE TABLE [options]    show the list once
      sectional watch STORE TABLE [options]    show it, then every change until interrupted
      sectional compare STORE STORE TABLE      show where two stores make different lists
      sectional triggers install|status|uninstall STORE TABLE…
                                               make a database log every writer's changes
      sectional cache ls|show|verify|rm        the sections that --cache keeps on disk
      sectional generate STORE TABLE           print a Swift struct for the rows of a table
      sectional check STORE TABLE [options]    say what makes the list slow, and what to do about it
      sectional demo  FIXTURE.csv              see a list follow another program's edits
      sectional completion bash|zsh            print the completion for a shell
      sectional help  COMMAND                  show help and examples for one of them
      sectional --version                      print the release

      sectional list contacts.sqlite contact --section team --sort name

    A store is the path of an SQLite file, or postgres://user@host/database. Stores are only
    read, except by triggers, compare --seed-from and compare --torture. Put a password in
    PGPASSWORD or ~/.pgpass.

    """

  private static let request = """
      TABLE                      a table or a view
      --sql SQL                  instead of a table: one statement that only reads
      --key COLUMN[,COLUMN]      the columns that identify a row, for views and SQL; rowid is
                                 one in a table of SQLite
      --where SQL                show only the rows that match a condition
      --search COLUMN:TEXT       show only the rows whose column contains a text, ignoring case
                                 and accents; repeatable, for rows that meet every search
      --section COLUMN           group the rows by a column, or by first-letter(COLUMN),
                                 prefix(COLUMN,N), index(COLUMN,LOCALE[,LOCALE]),
                                 buckets(COLUMN,N,…), or
                                 day|week|month|year|relative(COLUMN[,UNIT][,ZONE]);
                                 UNIT is the unit of numbers: s, ms, us or ns, since 1970 or
                                 since 2001, as in "day(sent,ns since 2001)"; by default s
                                 since 1970
      --sort COLUMN[:desc][:COLLATION]
                                 sort by a column; repeatable. The collation is binary,
                                 caseInsensitive, folded (no case and accents) or the order of
                                 a locale, such as localized(sv) or localized(de-u-co-phonebk)

    """

  private static let shared = """
    \(request)  --index TITLES             the titles of the section index: first-letter, alphabet,
                                 locale:LOCALE[,LOCALE] or none
      --limit N                  show at most N rows; rows that leave make room for the next ones
      --offset N                 leave out the first N rows of the order
      --cache NAME               keep the sections on disk under a name, and show them from there
                                 if they are proven to be up to date
      --rows                     include the row with every id (JSON only)
      --print-sql                print the SQL of the request, and stop

    """

  static let list = """
    sectional list STORE TABLE [options]: the rows as a grouped list

    \(shared)  --at RANK                  show --limit rows (20) from a rank on, counted from 0, and read
                                 only these if an index has the order
      --around KEY               show the rows before and behind the one with a key: its id as the
                                 JSON has it, or the values of several columns with commas
      --from-section VALUE       show the rows from the beginning of a section on: its key as the
                                 JSON has it; a text needs no quotation marks if it reads like
                                 nothing else
      --format text|json         for people, or one JSON object

    """

  static let watch = """
    sectional watch STORE TABLE [options]: the list, then every change until interrupted

    \(shared)  --format text|jsonl        for people, or one JSON object per line
      --window ROWS              hold about this many rows, and count the others bit by bit; with
                                 jsonl, the first line has the format 2
      --alongside SQL            with every line, this query's rows from the same snapshot

    """

  static let compare = """
    sectional compare STORE STORE TABLE [options]: run the same request on two stores and show the differences

      TABLE                      a table or a view that both have
      --sql SQL                  instead of a table: one statement that only reads
      --key COLUMN[,COLUMN]      the columns that identify a row
      --where SQL                compare only the rows that match a condition
      --search COLUMN:TEXT       compare only the rows whose column contains a text, as in list
      --section COLUMN           group the rows, as in list
      --sort COLUMN[:desc][:COLLATION]
                                 sort the rows, as in list
      --native                   compare each store's own order too: its nulls, its collations
      --seed-from FILE.csv       first create the table in both and load the file's rows.
                                 The first line has names, or name:TYPE with one of
                                 \(SeedType.allCases.map(\.rawValue).joined(separator: ", "));
                                 without a type it is integer, real or text. The key is the
                                 first column, or those of --key. An empty field is NULL, ""
                                 is an empty text. It is an error if the table exists
      --torture                  first create the table in both and load difficult values of
                                 every kind
      --map COLUMN=OTHER         a column that is called OTHER in the second store; repeatable
      --second-table NAME        the table's name in the second store
      --summary                  write counts, causes and first examples only
      --html FILE                also write a page that shows the differences side by side
      --format text|json         for people, or one JSON object

    The exit status is 0 if everything is the same, and 3 if anything differs.

    """

  static let triggers = """
    sectional triggers install|status|uninstall STORE TABLE… [options]: the change log of a database

    Triggers in the database record which rows change, whichever program changes them, so that lists
    follow other programs' writes row by row, including those made while no list was open or a connection
    was lost. Any program can go on writing. Without TABLE, status reports on every table that you may
    read; on a server without views, partitions and unlogged tables.

    In an SQLite file each changed row costs a writer about one row in the table sectional_log, which
    prunes itself. Uninstall before you drop a column that a unique index held.

    On a server each statement costs about one row in the schema sectional_log_OWNER, which prunes itself,
    and each commit notifies listeners; notifying commits wait for one another. The table's owner, members
    of that role and superusers can install it, with CREATE on the database the first time. Roles that may
    read a table may read its log.

      --columns COLUMN[,COLUMN…] also log what these columns held before a change, which makes some
                                 lists cheaper; repeatable. A log keeps the columns that it has
      --poll-only                on a server: no notifications; lists poll instead. For servers with
                                 many writers, transaction poolers and two-phase commits.
                                 Installing again keeps this
      --notify                   on a server: notifications again
      --print                    print the SQL that install would run now, to be run in one transaction,
                                 and stop; nothing if it is installed
      --format text|json         for people, or one JSON array

    """

  static let cache = """
    sectional cache ls|show|verify|rm [NAME…] [options]: the sections that lists keep on disk

      ls                         list the caches
      show NAME…                 show what each is for, and what would happen if the list were
                                 opened now: a hit, caught up or a miss, and why
      verify NAME…               compare what it would show with a fetch from the store
      rm NAME… | rm --all        delete them; a list that is opened again writes them again

      --app NAME                 the caches of another application: its bundle identifier or the
                                 name of its executable
      --format text|json         for people, or JSON: an array for ls and rm, else an object per line

    A list shows a cache only if the store proves that its sections are up to date: by its version, or by
    its change log (sectional triggers), which records what triggers see. The exit status of verify is 3 if
    a cache would show anything but what a fetch shows.

    """

  static let generate = """
    sectional generate STORE TABLE [options]: the Swift struct for the rows of a table, with its mapping

    Each column becomes a property of the type that its cells have: optional if the column takes NULL, and
    marked if it is in the primary key. SQLite's declared types bind nobody, so the first 1,000 rows are
    looked at too. Columns that the database computes are left out.

      --name NAME                the struct's name; made from the table's without it

    """

  static let check = """
    sectional check STORE TABLE [options]: what makes a list slow or different from what it seems

    Nothing is written. Each finding comes with what to type: an order without an index, a sort that
    the sections override, rows that must all be read again after a change, a change log that is
    missing or outdated, and an order that the store can't give.

    \(request)  --limit N, --offset N      check the list with that limit and offset
      --window ROWS              check the list with a window, which needs an index and old values
      --format text|json         for people, or one JSON object

    The exit status is 0 if nothing was found, and 3 if anything was.

    """

  static let demo = """
    sectional demo FIXTURE.csv [options]: loads the regions of the world into an SQLite file, shows
    them as a grouped list, edits them with the sqlite3 program, and prints the changes that the list
    reports

      --keep FILE                only make the file, for the examples of the other commands

    """

  static let completion = """
    sectional completion bash|zsh: prints what completes commands and options in a shell

    Put one of these lines into ~/.bashrc or, after compinit, into ~/.zshrc:

      source <(sectional completion bash)
      source <(sectional completion zsh)

    """
}

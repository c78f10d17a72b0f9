/// The text of `sectional-bench --help`.
enum Usage {
  static let text = """
    sectional-bench measures lists over SQLite files, and what they are compared with

      --case NAME        measure this case; repeatable, all of them without it
      --rows N           at this number of rows; repeatable, 1000 to 1000000 without it
      --json             print an array of
                         {"case","rows","median","p90","unit","ratio","counts"}
      --check FILE       compare the counts with those of the file; fail where one grew
      --record FILE      write the counts to the file
      --because TEXT     why counts grow, which is written beside them

    open, open-covering, open-no-index
                         fetching all rows; an index gives the order, has all columns too, or
                         there is none. Baseline: a loop in C over the same query
    change-one           one changed row, from the commit having returned to the delegate
                         being called. Baseline: the same with 1,000 rows. The counts are
                         those of five changes: contents, name, team, delete, insert
    change-one-total     the same from the beginning of the write
    refetch-and-diff     without Sectional: reading, grouping and comparing everything
    change-10000         10,000 changed rows. Baseline: a loop in C over their identifiers
    read-keys-loop, read-keys-sorted, read-keys-json, read-keys-scan
                         the ways to read some of a million rows, in C: one after the other
                         as they come, and by ascending key; all by a JSON array; all rows
    bytes-per-row        the heap of an open list, without the packed contents
    controllers-1, controllers-1000
                         one changed row in a store of 1,000 tables of 100 rows, of which one
                         is listed, or each. The counts are those of all lists together
    controllers-same-table
                         one changed row in 1,000 lists of one table, until all were told;
                         the time for each list
    write-100000, write-100000-without-rowid, write-100000-logged
                         an UPDATE of 100,000 rows through a store, of a table with rowids,
                         without, and with a change log. Baseline: a bare update hook in C
    postgres-change      one row that another client changes on a server with a change log, from its
                         commit being acknowledged to the delegate being called. Baseline: a
                         client in C that listens and runs the same transaction
    postgres-change-bare the same beside a client in C that listens and selects that row
    postgres-write-N-logged, postgres-write-N-notifying
                         an UPDATE of N rows of a table with triggers. Baseline: without
    coalescing           the heap that 100,000 commits take while the owner of a list is
                         busy (fewer where they take too long), and the deliveries after

    The postgres cases need a server in DATABASE_URL: .ci/cluster run sectional-bench …

    Times are medians of rounds, p90 is what nine of ten rounds don't exceed, ratios are
    of medians. Only counts are checked: they are the same on every machine.

    """
}

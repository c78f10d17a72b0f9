/// The text of `sectional-bench --help`.
enum Usage {
  static let text = """
    sectional-bench measures lists over SQLite files and the baselines they are compared with

      --case NAME        measure this case; repeatable, by default all cases
      --rows N           at this number of rows; repeatable, by default 1000 to 1000000
      --json             print an array of
                         {"case","rows","median","p90","unit","ratio","counts"}
      --check FILE       compare the counts with those of the file; fail if one grew
      --record FILE      write the counts to the file
      --because TEXT     the reason for larger counts, which is written next to them

    open, open-covering, open-no-index
                         fetching all rows, with an index for the order, an index with all
                         columns too, or no index. Baseline: a loop in C over the same query
    change-one           one changed row, from the return of the commit to the delegate
                         being called. Baseline: the same with 1,000 rows. The counts are
                         those of five changes: contents, name, team, delete, insert
    change-one-total     the same, but from the start of the write
    refetch-and-diff     without Sectional: reading, grouping and comparing everything
    change-10000         10,000 changed rows. Baseline: a loop in C over their identifiers
    read-keys-loop, read-keys-sorted, read-keys-json, read-keys-scan
                         the ways to read some of a million rows, in C: one after another in
                         any order or by ascending key, with a JSON array, or all rows
    bytes-per-row        the heap of an open list, without the packed contents
    aggregates-open, aggregates-change
                         a list that counts and sums up its rows: opening it, and one changed row.
                         Baseline: the same list without aggregates
    display-collapse, display-expand, display-change-hidden
                         collapsing and expanding a section of up to 100,000 rows, until the
                         delegate has been told, and looking for a changed row that is hidden
    join-order, join-customer, group-message
                         lists of several tables: an order that changes, a customer of ten orders
                         that is renamed, and a message that comes to a conversation of a hundred.
                         Baseline: change-one with as many rows. The counts are those of a change
    limit-open, limit-change
                         a list of 100 rows from the middle of the table: opening it, and a
                         row that comes or goes before its offset. Baseline: reading the 100
                         rows with LIMIT and OFFSET in C. The counts are those of two changes
    chat-open, chat-earlier, chat-message
                         a chat of messages by day, meant for --rows 10000000: opening it with its
                         50 newest ones, loading 50 earlier ones, and a new one. Baseline: the last
                         page in C
    window-open, window-pass, window-memory
                         a list with a window of 500 rows, meant for --rows 10000000: its first
                         page, the pass that counts all rows, and the heap it takes then, less that
                         of an empty list. Baselines in C: the same page, a walk of the index
    window-jump, window-jump-key
                         jumps in such a list, to index paths and to keys; averages of 200.
                         Baseline: a page by keyset and OFFSET in C. The counts are those of a jump
    window-change        one row of such a list that moves to another section; neither place is in
                         memory. Baseline: change-one with as many rows, but at most 1,000,000
    window-reopen        opening such a list with its section cache, which has all counts.
                         Baseline: the first time, until all rows are counted
    controllers-1, controllers-1000
                         one changed row in a store of 1,000 tables of 100 rows, with a list of
                         one table or of each. The counts are summed over all lists
    controllers-same-table
                         one changed row in 1,000 lists of one table that differ in their
                         condition, until all are notified; the time for each list
    subscribers-10000, subscribers-10000-heap
                         one changed row in a list of 100,000 rows that 10,000 controllers show,
                         until all are notified, and the heap; for each controller but the first
    write-100000, write-100000-without-rowid, write-100000-logged, write-100000-triggers,
    write-100000-triggers-without-rowid
                         an UPDATE of 100,000 rows through a store, of a table with rowids,
                         without, and with a change log; the last two by temporary triggers, as
                         on Apple's systems. Baseline: a bare update hook in C
    postgres-change      one row that another client changes on a server with a change log, from the
                         acknowledgment of its commit to the delegate being called. Baseline: a
                         client in C that listens and runs the same transaction
    postgres-change-bare the same, compared with a client in C that listens and selects that row
    postgres-join-order, postgres-join-customer, postgres-group-message
                         the lists of several tables over a server. Baseline: postgres-change
    postgres-write-N-logged, postgres-write-N-notifying
                         an UPDATE of N rows of a table with triggers. Baseline: without
    postgres-window-pass the pass of a list with a window over a server. Baseline: a client in C
                         that fetches the same order through the same index
    coalescing           the heap that 100,000 commits take while the owner of a list is
                         busy (fewer where they take too long), and the deliveries after

    The postgres cases need a server in DATABASE_URL: .ci/cluster run sectional-bench …

    Times are medians of rounds, p90 is the time that nine in ten rounds don't exceed, and
    ratios are of medians. Only counts are checked: they are the same on every machine.

    """
}

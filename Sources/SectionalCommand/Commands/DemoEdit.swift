/// One edit of the demonstration: its title, and the SQL that another program runs for it.
struct DemoEdit {
  let title: String
  let sql: String
  /// Whether the list has anything to report about the edit.
  var isHeard = true

  /// The edits of the regions in order.
  ///
  /// Each one builds on the results of those before it.
  static let ofRegions = [
    DemoEdit(
      title: "Rename a row, so that it moves inside its section",
      sql: "UPDATE region SET name = 'Turkey' WHERE code = 'TR' AND language = 'en'"),
    DemoEdit(
      title: "Rename a row across sections",
      sql: """
        UPDATE region SET name = 'Swaziland', initial = 'S' WHERE code = 'SZ' AND language = 'en'
        """),
    DemoEdit(
      title: "Insert the first row of a new section",
      sql: "INSERT INTO region VALUES ('QQ', 'en', '4th Rock from the Sun', '4', NULL)"),
    DemoEdit(
      title: "Change what a row says without moving it",
      sql: "UPDATE region SET continent = 'Space' WHERE code = 'QQ'"),
    DemoEdit(
      title: "Move the last row of a section away, so that the section goes with it",
      sql: "UPDATE region SET initial = 'M', name = 'Mars' WHERE code = 'QQ'"),
    DemoEdit(
      title: "Delete a row",
      sql: "DELETE FROM region WHERE code = 'QQ'"),
    DemoEdit(
      title: "Rename a whole section",
      sql: "UPDATE region SET initial = 'AA' WHERE initial = 'Å'"),
    DemoEdit(
      title: "Swap two rows",
      sql: """
        BEGIN;
        UPDATE region SET name = '?' WHERE code = 'SE' AND language = 'sv';
        UPDATE region SET name = 'Sverige' WHERE code = 'CH' AND language = 'sv';
        UPDATE region SET name = 'Schweiz' WHERE code = 'SE' AND language = 'sv';
        COMMIT
        """),
    DemoEdit(
      title: "Import a few hundred rows in one transaction",
      sql: """
        INSERT INTO region SELECT code, 'sv-FI', name, initial, continent FROM region \
        WHERE language = 'sv'
        """),
    DemoEdit(
      title: "Begin to delete everything, then roll back",
      sql: "BEGIN; DELETE FROM region; ROLLBACK", isHeard: false),
    DemoEdit(
      title: "Delete a row and insert it again unchanged",
      sql: """
        BEGIN;
        CREATE TEMP TABLE kept AS SELECT * FROM region WHERE code = 'JP' AND language = 'ja';
        DELETE FROM region WHERE code = 'JP' AND language = 'ja';
        INSERT INTO region SELECT * FROM kept;
        COMMIT
        """, isHeard: false),
    DemoEdit(
      title: "Rows without a value have their own section",
      sql: "UPDATE region SET initial = NULL WHERE language = 'en' AND name LIKE '% Islands'"),
    DemoEdit(
      title: "Delete what was imported",
      sql: "DELETE FROM region WHERE language = 'sv-FI'"),
  ]

  /// The edits of the languages and their regions in order.
  static let ofLanguages = [
    DemoEdit(
      title: "Rename a language",
      sql: "UPDATE language SET name = 'Greek (modern)' WHERE code = 'el'"),
    DemoEdit(
      title: "Delete a region of one language",
      sql: "DELETE FROM region WHERE code = 'AQ' AND language = 'ja'"),
    DemoEdit(
      title: "Insert a language, and give it the name that a region has in another one",
      sql: """
        BEGIN;
        INSERT INTO language VALUES ('is', 'Icelandic');
        UPDATE region SET language = 'is' WHERE code = 'IS' AND language = 'sv';
        COMMIT
        """),
  ]
}

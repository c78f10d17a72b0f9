import SectionalTesting

extension ScratchDatabase {
  /// Three contacts, one of them without a team.
  static func contacts() throws -> ScratchDatabase {
    try ScratchDatabase(
      """
      CREATE TABLE contact (id INTEGER PRIMARY KEY, name TEXT NOT NULL, team TEXT);
      INSERT INTO contact VALUES (1, 'Ada', 'Analysts'), (2, 'Grace', 'Compilers'), (3, 'Kurt', NULL);
      """)
  }
}

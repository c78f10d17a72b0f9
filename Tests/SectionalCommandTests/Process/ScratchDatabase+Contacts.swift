import SectionalTesting

extension ScratchDatabase {
  /// A database of contacts in teams.
  static func contacts() throws -> ScratchDatabase {
    try ScratchDatabase(
      """
      CREATE TABLE contact(id INTEGER PRIMARY KEY, name TEXT, team TEXT);
      INSERT INTO contact VALUES (1, 'Ada', 'Red'), (2, 'Bob', NULL), (3, 'Cy', 'Blue');
      """)
  }
}

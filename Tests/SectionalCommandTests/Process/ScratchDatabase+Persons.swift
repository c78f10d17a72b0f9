import SectionalTesting

extension ScratchDatabase {
  /// Persons whose names languages order in different ways, as the rows of an INSERT.
  static let personRows = """
    (1, 'Öberg', 5, '2023-11-14T22:13:20Z'), (2, 'Zoë', 50, '2023-11-14T23:13:20Z'),
    (3, 'anna', -1, NULL), (4, 'Åsa', 500, '2020-01-01T00:00:00Z'), (5, 'Äpple', NULL, NULL),
    (6, 'Oberg: a', 7, NULL), (7, NULL, NULL, NULL), (8, 'あき', 1, NULL), (9, '42', 10, NULL)
    """

  /// A database of these persons.
  static func persons() throws -> ScratchDatabase {
    try ScratchDatabase(
      """
      CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT, size INTEGER, sent TEXT);
      INSERT INTO person VALUES \(personRows);
      """)
  }
}

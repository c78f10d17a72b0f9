/// The sections of an outline: for each the rank of its first row and the cell that is its key.
struct OutlineSections: Sendable {
  /// For each section, four bytes with the rank and four with the place of its cell.
  private(set) var table: [UInt8] = []
  private(set) var cells: [UInt8] = []

  /// The number of sections.
  var count: Int { table.count / 8 }

  init() {}

  /// Creates sections from bytes, or returns `nil` if they aren't in ascending order or don't begin at the first row.
  ///
  /// - Parameters:
  ///   - table: The ranks and places.
  ///   - cells: The cells.
  ///   - rows: The number of rows.
  init?(table: [UInt8], cells: [UInt8], of rows: Int) {
    (self.table, self.cells) = (table, cells)
    guard count > 0 else { return }
    var (rank, cell) = (-1, -1)
    for section in 0..<count {
      let (nextRank, nextCell) = (start(of: section), place(of: section))
      guard nextRank > rank, nextCell > cell, nextCell < cells.count else { return nil }
      (rank, cell) = (nextRank, nextCell)
    }
    guard start(of: 0) == 0, rank < rows else { return nil }
  }

  /// Returns the rank of a section's first row.
  func start(of section: Int) -> Int { table.word(at: 8 * section) }

  private func place(of section: Int) -> Int { table.word(at: 8 * section + 4) }

  /// Returns the key of a section as the only cell of a row.
  func cell(of section: Int) -> PackedRow {
    var reader = CarefulReader(cells, place(of: section)..<cells.count)
    guard let cell = reader.cell() else { return PackedRow([.null]) }
    return PackedRow(bytes: Array(cells[cell]))
  }

  /// Adds a section that begins at a rank.
  mutating func append(_ key: PackedRow, at rank: Int) {
    table.append(word: rank)
    table.append(word: cells.count)
    cells += key.bytes
  }
}

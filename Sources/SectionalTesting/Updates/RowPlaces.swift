import Sectional

/// The rows of two lists, matched by identity.
struct RowPlaces {
  /// A row that is in at least one of the lists.
  struct Entry {
    let id: [OracleValue]
    var before: (path: ElementPath, rank: Int, row: ListPicture.Row)?
    var after: (path: ElementPath, rank: Int, row: ListPicture.Row)?
  }

  private(set) var entries: [[OracleValue]: Entry] = [:]

  init(_ before: ListPicture, _ after: ListPicture) {
    for (rank, place) in before.rows.enumerated() {
      entries[place.row.id, default: Entry(id: place.row.id)].before =
        (place.path, rank, place.row)
    }
    for (rank, place) in after.rows.enumerated() {
      entries[place.row.id, default: Entry(id: place.row.id)].after = (place.path, rank, place.row)
    }
  }
}

import Foundation
import Sectional
import TestSupport

/// A record whose sections can be made of columns of every type.
struct Visit: StoredRecord, Hashable {
  var id: Int64
  var name: String
  var team: String?
  var level: Int
  var weight: Double?
  var isOpen: Bool
  var at: Date
  var seen: Date?
  var mark: UUID

  init(
    id: Int64, name: String = "", team: String? = nil, level: Int = 0, weight: Double? = nil,
    isOpen: Bool = false, at: Date = Date(timeIntervalSince1970: 0), seen: Date? = nil,
    mark: UUID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  ) {
    (self.id, self.name, self.team, self.level, self.weight) = (id, name, team, level, weight)
    (self.isOpen, self.at, self.seen, self.mark) = (isOpen, at, seen, mark)
  }

  static let table = Table(
    "visit", Column("id", \.id, primaryKey: true), Column("name", \.name), Column("team", \.team),
    Column("level", \.level), Column("weight", \.weight), Column("is_open", \.isOpen),
    Column("at", \.at), Column("seen", \.seen, as: .iso8601), Column("mark", \.mark, as: .blob)
  ) {
    Visit(
      id: $0, name: $1, team: $2, level: $3, weight: $4, isOpen: $5, at: $6, seen: $7, mark: $8)
  }

  static let sqlite = """
    CREATE TABLE visit(id INTEGER PRIMARY KEY, name TEXT NOT NULL, team TEXT,
      level INTEGER NOT NULL, weight REAL, is_open INTEGER NOT NULL, at REAL NOT NULL, seen TEXT,
      mark BLOB NOT NULL);
    """

  static let postgres = """
    CREATE TABLE visit(id bigint PRIMARY KEY, name text NOT NULL, team text, level bigint NOT NULL,
      weight float8, is_open boolean NOT NULL, at float8 NOT NULL, seen text, mark bytea NOT NULL);
    """
}

/// A section as a test writes it.
struct SectionPicture: Equatable, CustomStringConvertible {
  let name: String
  let key: Value
  let ids: [Int64]
  var title: String?

  init(_ name: String, _ key: Value, _ ids: [Int64], title: String? = nil) {
    (self.name, self.key, self.ids, self.title) = (name, key, ids, title)
  }

  init(_ section: ResultsSection<Visit>) {
    self.init(section.name, section.key, section.map(\.id), title: section.indexTitle)
  }

  /// Names are compared by their bytes.
  static func == (left: SectionPicture, right: SectionPicture) -> Bool {
    left.name.utf8.elementsEqual(right.name.utf8) && left.key == right.key && left.ids == right.ids
      && left.title == right.title
  }

  var description: String { "\(name) (\(key), \(title ?? "untitled")): \(ids)" }
}

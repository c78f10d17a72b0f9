import Foundation
import Sectional
import TestSupport

/// A record whose sections can be derived from columns of every type.
struct Visit: SchemaRecord, Hashable {
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

  static let table = RecordTable(
    "visit", RecordColumn("id", \.id, primaryKey: true), RecordColumn("name", \.name),
    RecordColumn("team", \.team),
    RecordColumn("level", \.level), RecordColumn("weight", \.weight),
    RecordColumn("is_open", \.isOpen),
    RecordColumn("at", \.at), RecordColumn("seen", \.seen, as: .iso8601),
    RecordColumn("mark", \.mark, as: .blob)
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
  let key: StoredValue
  let ids: [Int64]
  var title: String?

  init(_ name: String, _ key: StoredValue, _ ids: [Int64], title: String? = nil) {
    (self.name, self.key, self.ids, self.title) = (name, key, ids, title)
  }

  init(_ section: ResultsSectionInfo<Visit>) {
    self.init(section.name, section.key, section.map(\.id), title: section.indexTitle)
  }

  /// Names are compared by their bytes.
  static func == (left: SectionPicture, right: SectionPicture) -> Bool {
    left.name.utf8.elementsEqual(right.name.utf8) && left.key == right.key && left.ids == right.ids
      && left.title == right.title
  }

  var description: String { "\(name) (\(key), \(title ?? "untitled")): \(ids)" }
}

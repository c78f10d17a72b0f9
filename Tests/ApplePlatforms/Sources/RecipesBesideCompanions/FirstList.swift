import ComposableArchitecture
import CoreData
import Foundation
import GRDB
import RealmSwift
import Sectional
import SectionalSQLite
import StructuredQueries
import SwiftData
import SwiftUI
import UIKit

struct Contact: StoredRecord, Identifiable {
  var id: Int64
  var name: String
  var team: String?

  static let table = RecordTable(
    "contact",
    RecordColumn("id", \.id, primaryKey: true),
    RecordColumn("name", \.name),
    RecordColumn("team", \.team),
    row: Contact.init)
}

/// The README's example, next to everything else that an app's file may import.
@MainActor
func firstList(path: String) async throws {
  let store = try SQLiteStore(path: path)
  try await store.write { db in
    try db.execute(
      "CREATE TABLE IF NOT EXISTS contact (id INTEGER PRIMARY KEY, name TEXT NOT NULL, team TEXT)")
    try db.upsert(Contact(id: 1, name: "Ada Lovelace", team: "Analysts"))
    try db.upsert(Contact(id: 2, name: "Grace Hopper", team: "Compilers"))
  }

  let controller = ResultsController(
    fetchRequest: ResultsRequest<Contact>(
      predicate: #Predicate { $0.team != nil }, sortBy: [SortKey(\.team), SortKey(\.name)]),
    store: store, sectionNameKeyPath: \.team)
  try await controller.performFetch()

  for section in controller.sections {
    print(section.name)
    for contact in section { print("  \(contact.name)") }
  }

  try await store.write { db in
    try db.upsert(Contact(id: 3, name: "Katherine Johnson", team: "Compilers"))
    try db.execute("UPDATE contact SET team = ? WHERE team = ?", ["Mathematicians", "Analysts"])
  }

  for try await update in controller.updates {
    for change in update.changeset?.rowChanges ?? [] { print(change.kind, change.key) }
  }
}

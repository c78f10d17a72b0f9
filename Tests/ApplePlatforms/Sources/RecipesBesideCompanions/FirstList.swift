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
    "contact", RecordColumn("id", \.id, primaryKey: true), RecordColumn("name", \.name),
    RecordColumn("team", \.team), row: Contact.init)
}

/// The README's first example, beside everything that a file of an app may import as well.
@MainActor
func firstList(path: String) async throws -> ResultsController<Contact> {
  let store = try SQLiteStore(path: path)
  let controller = ResultsController(
    fetchRequest: ResultsRequest<Contact>(
      predicate: #Predicate { $0.team != nil }, sortBy: [SortKey(\.team), SortKey(\.name)]),
    store: store, sectionNameKeyPath: \.team)
  try await controller.performFetch()

  for section in controller.sections {
    print(section.name)
    for contact in section { print("  \(contact.name)") }
  }
  return controller
}

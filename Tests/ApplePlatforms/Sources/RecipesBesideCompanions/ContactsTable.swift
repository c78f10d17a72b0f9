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

@MainActor
final class ContactsTable: UITableViewController {
  private let controller: ResultsController<Contact>
  /// The sections that only have another name.
  private var renamedSections = IndexSet()

  init(store: some ResultsStore) {
    controller = ResultsController(
      fetchRequest: ResultsRequest<Contact>(sortBy: [SortKey(\.team), SortKey(\.name)]),
      store: store, sectionNameKeyPath: \.team)
    super.init(style: .plain)
    controller.delegate = self
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    tableView.register(UITableViewCell.self, forCellReuseIdentifier: "contact")
  }

  func load() async throws {
    try await controller.performFetch()
    tableView.reloadData()
  }

  override func numberOfSections(in tableView: UITableView) -> Int { controller.sections.count }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    controller.sections[section].numberOfObjects
  }

  override func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(withIdentifier: "contact", for: indexPath)
    var content = cell.defaultContentConfiguration()
    content.text = controller[indexPath].name
    cell.contentConfiguration = content
    return cell
  }

  override func tableView(
    _ tableView: UITableView, titleForHeaderInSection section: Int
  ) -> String? { controller.sections[section].name }

  override func sectionIndexTitles(for tableView: UITableView) -> [String]? {
    controller.sectionIndexTitles
  }

  override func tableView(
    _ tableView: UITableView, sectionForSectionIndexTitle title: String, at index: Int
  ) -> Int { controller.section(forSectionIndexTitle: title, at: index) ?? 0 }
}

extension ContactsTable: @MainActor ResultsControllerDelegate {
  func controllerWillChangeContent(_ controller: ResultsController<Contact>) {
    tableView.beginUpdates()
  }

  func controller(
    _ controller: ResultsController<Contact>, didChange section: ResultsSectionInfo<Contact>,
    atSectionIndex sectionIndex: Int, for type: ResultsChange.Kind
  ) {
    switch type {
    case .insert: tableView.insertSections([sectionIndex], with: .automatic)
    case .delete: tableView.deleteSections([sectionIndex], with: .automatic)
    default: renamedSections.insert(sectionIndex)
    }
  }

  func controller(
    _ controller: ResultsController<Contact>, didChange object: Contact, at indexPath: IndexPath?,
    for type: ResultsChange.Kind, newIndexPath: IndexPath?
  ) {
    switch (type, indexPath, newIndexPath) {
    case (.update, let path?, _): tableView.reloadRows(at: [path], with: .automatic)
    default:
      // A row that moves has new contents as well, so it is deleted and inserted with a new cell.
      if let indexPath { tableView.deleteRows(at: [indexPath], with: .automatic) }
      if let newIndexPath { tableView.insertRows(at: [newIndexPath], with: .automatic) }
    }
  }

  func controllerDidChangeContent(_ controller: ResultsController<Contact>) {
    tableView.endUpdates()
    // These are places after the change, so they are reloaded in a step of their own.
    guard !renamedSections.isEmpty else { return }
    tableView.reloadSections(renamedSections, with: .none)
    renamedSections = []
  }
}

import Foundation
import Sectional

/// A setting as people see it: where it stands, and what it is set to.
struct Setting: StoredRecord, Identifiable {
  enum Group: String, Codable, CaseIterable, ColumnValue { case account, sounds, storage, about }

  var id: String
  var group: Group
  var position: Int
  var value: String

  static let table = RecordTable(
    "setting", RecordColumn("id", \.id, primaryKey: true), RecordColumn("group", \.group),
    RecordColumn("position", \.position), RecordColumn("value", \.value), row: Setting.init)
}

/// Settings in groups that are always there, in the order of the design rather than of the alphabet.
@MainActor
final class SettingsList {
  private nonisolated static let titles: [StoredValue: String] = [
    .text("account"): "Account", .text("sounds"): "Sounds", .text("storage"): "Storage",
    .text("about"): "About",
  ]

  let controller: ResultsController<Setting>

  init(store: some ResultsStore) {
    controller = ResultsController(
      fetchRequest: ResultsRequest<Setting>(sortBy: [SortKey(\.position)]), store: store,
      sectionBy: SectionKey(\.group).ordered(as: Setting.Group.allCases, showsEmpty: true)
        .titled { SettingsList.titles[$0] ?? "Other settings" }, indexTitle: .none)
  }

  func footer(_ section: Int) -> String? {
    controller.sections[section].isEmpty ? "Nothing to set here" : nil
  }
}

import Foundation
import Sectional

struct TodoItem: StoredRecord, Identifiable {
  enum Priority: String, Codable, CaseIterable, ColumnValue { case high, normal, low }

  var id: Int64
  var title: String
  var priority: Priority

  static let table = RecordTable(
    "item",
    RecordColumn("id", \.id, primaryKey: true),
    RecordColumn("title", \.title),
    RecordColumn("priority", \.priority),
    row: TodoItem.init)
}

/// A list with a section for each priority, even for those without items.
func todoList(in store: some ResultsStore) -> ResultsController<TodoItem> {
  ResultsController(
    fetchRequest: ResultsRequest<TodoItem>(sortBy: [SortKey(\.title)]), store: store,
    sectionBy: SectionKey(\.priority).ordered(as: TodoItem.Priority.allCases, showsEmpty: true))
}

import Foundation
import Sectional

/// Messages by day, of which the days before a date stand in one section, which people can open.
@MainActor
final class MessagesByDay {
  let controller: ResultsController<ChatMessage>

  init(store: some ResultsStore) {
    controller = ResultsController(
      fetchRequest: ResultsRequest<ChatMessage>(sortBy: [SortKey(\.sentAt)]), store: store,
      sectionBy: .calendar(.day, of: \.sentAt, in: .gmt), indexTitle: .none)
    controller.sectionDisplay.collapse("earlier")
  }

  /// Shows all days before one as a section; the key of 20 November 2026 is 20261120.
  func mergeDays(before day: Int64) {
    controller.sectionDisplay.merged = [
      MergedSections(through: .integer(day - 1), as: "earlier", named: "Earlier")
    ]
  }
}

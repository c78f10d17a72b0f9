import Sectional
import SectionalPostgres
import SectionalSQL

/// Contacts that meet a condition that people type in SQL.
@MainActor
final class TypedCondition {
  let controller: ResultsController<StoredRow>
  /// What is wrong with the condition.
  private(set) var hint: String?
  /// What else went wrong.
  private(set) var problem: String?

  init(store: some ResultsStore) {
    controller = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(table: "contact"), store: store)
  }

  func show(_ condition: String) async {
    let request = ResultsRequest<StoredRow>(table: "contact", predicate: condition)
    (hint, problem) = (nil, nil)
    do throws(StoreError) {
      try await controller.setRequest(request)
    } catch {
      // What is wrong with the condition is shown beside its field.
      if error.part == .predicate { hint = error.message } else { problem = error.message }
      if let failure = error.cause as? PostgresFailure { print("SQLSTATE", failure.code) }
    }
  }
}

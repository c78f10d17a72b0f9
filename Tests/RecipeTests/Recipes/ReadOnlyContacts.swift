import Sectional
import SectionalSQLite

/// The contacts of a file that is only read.
func readOnlyContacts(at path: String) throws -> ResultsController<Contact> {
  let store = try SQLiteStore(path: path, access: .readOnly)
  return ResultsController(
    fetchRequest: ResultsRequest<Contact>(sortBy: [SortKey(\.name)]), store: store)
}

/// An operation that a transaction of a history can contain.
enum HistoryOperation: CaseIterable {
  case insert
  case bulkInsert
  case updateNote
  case updatePosition
  case changeTeam
  case updateToTheSame
  case updateEverything
  case swap
  case changeKey
  case changeRowID
  case replace
  case insertOrUpdate
  case renameSection
  case delete
  case deleteSection
  case deleteEverything
  case refillSection
  case insertThenDelete
  case deleteThenInsert
  case savepoint

  /// How often the operation is chosen, relative to the others.
  private var weight: Int {
    switch self {
    case .insert, .updatePosition, .changeTeam: 6
    case .updateNote, .swap, .delete: 4
    case .bulkInsert, .changeKey, .renameSection, .replace, .deleteThenInsert: 3
    case .updateToTheSame, .insertOrUpdate, .deleteSection, .refillSection: 2
    case .updateEverything, .changeRowID, .insertThenDelete, .savepoint: 1
    case .deleteEverything: 1
    }
  }

  /// Every operation, repeated according to its weight.
  static let weighted = allCases.flatMap { Array(repeating: $0, count: $0.weight) }

  /// The operations that are possible on a table without rows.
  static let onEmptyTable: [HistoryOperation] = [.insert, .bulkInsert, .bulkInsert, .savepoint]
}

public import Sectional

/// A row of the table `item`, which a store under test has: a key `id`, a text `name` and an optional text `team`.
public struct ConformanceItem: StoredRecord, Hashable {
  /// The key, an integer.
  public let id: Int64
  /// A text.
  public let name: String
  /// A text or null.
  public let team: String?

  /// Creates a row.
  public init(id: Int64, name: String, team: String? = nil) {
    self.id = id
    self.name = name
    self.team = team
  }

  /// The table `item`.
  public static let table = RecordTable(
    "item", RecordColumn("id", \.id, primaryKey: true), RecordColumn("name", \.name),
    RecordColumn("team", \.team), row: ConformanceItem.init(id:name:team:))
}

/// A write to the table `item`.
public enum ItemWrite: Sendable, Hashable {
  /// Inserts a row, or replaces the one with the same key.
  case put(ConformanceItem)
  /// Deletes the row with a key.
  case delete(id: Int64)
  /// Replaces the row with a key, which exists, by one that may have another key, in one update.
  case update(id: Int64, to: ConformanceItem)
}

/// A transaction on the table `item`.
public struct ItemTransaction: Sendable, Hashable {
  /// A part of a transaction.
  public enum Step: Sendable, Hashable {
    /// A write.
    case write(ItemWrite)
    /// Writes inside a savepoint, which is released at its end or rolled back.
    case savepoint([ItemWrite], isRolledBack: Bool)
  }

  /// The parts, in order.
  public let steps: [Step]
  /// Whether the transaction is rolled back at its end.
  public let isRolledBack: Bool

  /// Creates a transaction.
  public init(_ steps: [Step], isRolledBack: Bool = false) {
    self.steps = steps
    self.isRolledBack = isRolledBack
  }

  /// Creates a transaction of some writes that is committed.
  public init(_ writes: ItemWrite...) { self.init(writes.map { .write($0) }) }

  /// The writes that remain: all that a store without transactions has to do.
  public var effects: [ItemWrite] {
    if isRolledBack { return [] }
    return steps.flatMap { step in
      switch step {
      case .write(let write): [write]
      case .savepoint(let writes, let isRolledBack): isRolledBack ? [] : writes
      }
    }
  }

  /// The rows that a table has after the transaction, by key.
  public func applied(to rows: [Int64: ConformanceItem]) -> [Int64: ConformanceItem] {
    var rows = rows
    for write in effects {
      switch write {
      case .put(let item): rows[item.id] = item
      case .delete(let id): rows[id] = nil
      case .update(let id, let item):
        rows[id] = nil
        rows[item.id] = item
      }
    }
    return rows
  }
}

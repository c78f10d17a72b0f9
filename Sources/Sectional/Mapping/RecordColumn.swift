import Foundation

/// Maps a property of a record to a column of its table.
public struct RecordColumn<Record, Cell: ColumnValue>: Sendable {
  let name: String
  let keyPath: any KeyPath<Record, Cell> & Sendable
  let storage: Cell.Storage
  let isPrimaryKey: Bool

  /// Maps a property.
  ///
  /// - Parameters:
  ///   - name: The column's name in the store.
  ///   - keyPath: The property, which may lie inside of another one.
  ///   - storage: How a store without the property's type holds it.
  ///   - primaryKey: Whether the column belongs to what identifies a row; several columns may.
  public init(
    _ name: String, _ keyPath: any KeyPath<Record, Cell> & Sendable,
    as storage: Cell.Storage = Cell.defaultStorage, primaryKey: Bool = false
  ) {
    self.name = name
    self.keyPath = keyPath
    self.storage = storage
    isPrimaryKey = primaryKey
  }
}

/// A column without the type of its cells.
struct ColumnMapping<Record>: Sendable {
  let name: String
  let keyPath: any AnyKeyPath & Sendable
  let isPrimaryKey: Bool
  let rule: CellRule
  /// The property's type.
  let type: ObjectIdentifier
  /// Which type in which storage, so that two columns can be told to hold things in one form.
  let form: String
  /// Returns the cell of a record's property.
  let cell: @Sendable (Record) -> StoredValue
  /// Whether its texts are moments, to be compared by time.
  let holdsMoments: Bool

  init<Cell>(_ column: RecordColumn<Record, Cell>) {
    let storage = column.storage
    let keyPath = column.keyPath
    name = column.name
    self.keyPath = keyPath
    isPrimaryKey = column.isPrimaryKey
    type = ObjectIdentifier(Cell.self)
    rule = CellRule(
      column: column.name, description: Cell.cellDescription(as: storage),
      fittingKinds: (Cell.self as? any PlainColumnValue.Type)?.fittingKinds ?? [],
      fits: { Cell(cell: $0, as: storage) != nil },
      encoded: { ($0 as? Cell)?.cell(as: storage) },
      decoded: { Cell(cell: $0, as: storage) })
    form = "\(Cell.Storage.self).\(storage)"
    cell = { $0[keyPath: keyPath].cell(as: storage) }
    holdsMoments = storage as? Date.Storage == .iso8601
  }
}

/// What a cell of a column must be.
public struct CellRule: Sendable {
  /// The column's name in the store.
  public let column: String
  /// What is expected, in words.
  public let description: String
  /// The kinds of cells that are that, whatever they hold.
  let fittingKinds: CellKinds
  /// Tells whether a cell is that.
  public let fits: @Sendable (StoredValue) -> Bool
  /// Returns the cell that holds a value of the property's type; nothing for any other value.
  ///
  /// A store that has the type itself makes its cells with this, so that they are those of a store without it.
  public let encoded: @Sendable (Any) -> StoredValue?
  /// Returns the property's value for a cell that fits.
  public let decoded: @Sendable (StoredValue) -> Any?
}

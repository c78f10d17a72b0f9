public import Foundation

/// Maps a property of a record to a column of its table.
public struct RecordColumn<Record, Cell: ColumnValue>: Sendable {
  let name: String
  let keyPath: any KeyPath<Record, Cell> & Sendable
  @usableFromInline let storage: Cell.Storage
  let isPrimaryKey: Bool
  let related: ToOne?

  /// Maps a property.
  ///
  /// - Parameters:
  ///   - name: The column's name in the store.
  ///   - keyPath: The property, which may be nested in another one.
  ///   - storage: The form in which a store that lacks the property's type holds it.
  ///   - primaryKey: Whether the column is part of the row's identity; several columns may be.
  public init(
    _ name: String, _ keyPath: any KeyPath<Record, Cell> & Sendable,
    as storage: Cell.Storage = Cell.defaultStorage, primaryKey: Bool = false
  ) {
    self.name = name
    self.keyPath = keyPath
    self.storage = storage
    isPrimaryKey = primaryKey
    related = nil
  }

  /// Maps a property to a column of a row of another table that belongs to the record's row.
  ///
  /// It is read with the record and never written. If no row belongs to it, the column is null, so the property is optional
  /// unless there always is one.
  ///
  /// - Parameters:
  ///   - name: The column's name in the other table.
  ///   - keyPath: The property, which may be nested in another one.
  ///   - storage: The form in which a store that lacks the property's type holds it.
  ///   - related: Which row of which table it is.
  public init(
    _ name: String, _ keyPath: any KeyPath<Record, Cell> & Sendable,
    as storage: Cell.Storage = Cell.defaultStorage, of related: ToOne
  ) {
    self.name = name
    self.keyPath = keyPath
    self.storage = storage
    isPrimaryKey = false
    self.related = related
  }
}

/// A column mapping with the type of its cells erased.
@usableFromInline struct ColumnMapping<Record>: Sendable {
  /// The column of the rows that a list reads.
  let column: JoinedTable.Column
  /// Its name.
  let name: String
  let keyPath: any AnyKeyPath & Sendable
  let isPrimaryKey: Bool
  let rule: CellRule
  /// The property's type.
  let type: ObjectIdentifier
  /// A name for the storage type and case, to tell whether two columns hold values in the same form.
  let form: String
  /// Returns the cell of a record's property.
  let cell: @Sendable (Record) -> StoredValue
  /// Whether the column's texts are moments, which are compared by time.
  let holdsMoments: Bool

  /// Whether it is a column of the record's own table.
  var isOwn: Bool { column.related == nil }

  @usableFromInline init<Cell>(_ column: RecordColumn<Record, Cell>) {
    let storage = column.storage
    let keyPath = column.keyPath
    self.column = JoinedTable.Column(source: column.name, related: column.related)
    name = self.column.name
    self.keyPath = keyPath
    isPrimaryKey = column.isPrimaryKey
    type = ObjectIdentifier(Cell.self)
    rule = CellRule(
      column: name, description: Cell.cellDescription(as: storage),
      fittingKinds: (Cell.self as? any PlainColumnValue.Type)?.fittingKinds ?? [],
      fits: { Cell(cell: $0, as: storage) != nil },
      encoded: { ($0 as? Cell)?.cell(as: storage) },
      decoded: { Cell(cell: $0, as: storage) })
    form = "\(Cell.Storage.self).\(storage)"
    cell = { $0[keyPath: keyPath].cell(as: storage) }
    holdsMoments = (storage as? Date.Storage)?.isText == true
  }
}

/// The requirement that the cells of a column must meet.
public struct CellRule: Sendable {
  /// The column's name in the store.
  public let column: String
  /// A description of the expected cell, for error messages.
  public let description: String
  /// The kinds of cells that meet the requirement whatever they contain.
  let fittingKinds: CellKinds
  /// Returns whether a cell meets the requirement.
  public let fits: @Sendable (StoredValue) -> Bool
  /// Returns the cell that holds a value of the property's type, or `nil` for any other value.
  ///
  /// A store that has the type itself creates its cells with this function, so that they equal those of a store
  /// without it; those of a type for days without a time, with ``encoded(day:)``.
  public let encoded: @Sendable (Any) -> StoredValue?
  /// Returns the property's value for a cell, or `nil` if the cell doesn't fit.
  public let decoded: @Sendable (StoredValue) -> Any?

  /// Returns the cell that holds a day without a time.
  ///
  /// In a property that is held as text, it's only the date, whose day is the same in every time zone.
  ///
  /// - Parameter date: The day's midnight in UTC.
  /// - Returns: The cell, or `nil` if the property isn't a date.
  public func encoded(day date: Date) -> StoredValue? {
    guard case .text? = encoded(date) else { return encoded(date) }
    return date.cell(as: .iso8601Day)
  }
}

extension CellRule: Equatable {
  /// Returns whether both rules read the same column and expect the same cells.
  public static func == (left: CellRule, right: CellRule) -> Bool {
    left.column == right.column && left.description == right.description
  }
}

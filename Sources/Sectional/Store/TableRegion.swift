/// Some columns of some tables: what a list depends on, or what a commit touched.
public struct TableRegion: Sendable, Hashable {
  /// The columns of a table that belong to a region.
  public enum Columns: Sendable, Hashable {
    /// All columns, and which rows there are.
    case all
    /// Only these columns. A commit that inserts or deletes rows touches all columns.
    case only(Set<String>)

    /// Returns the columns that are in either.
    public func union(_ other: Columns) -> Columns {
      guard case .only(let own) = self, case .only(let others) = other else { return .all }
      return .only(own.union(others))
    }

    /// Returns whether any column is in both.
    public func overlap(_ other: Columns) -> Bool {
      guard case .only(let own) = self, case .only(let others) = other else { return true }
      return !own.isDisjoint(with: others)
    }
  }

  /// The columns by table, or `nil` if the region contains every table.
  public let columns: [String: Columns]?

  /// The region that contains everything.
  public static let everything = TableRegion(columns: nil)

  private init(columns: [String: Columns]?) { self.columns = columns }

  /// Creates a region of some columns of some tables.
  public init(_ columns: [String: Columns]) { self.columns = columns }

  /// Creates a region of all columns of some tables.
  public init(allColumnsOf tables: some Sequence<String>) {
    columns = Dictionary(tables.map { ($0, .all) }) { first, _ in first }
  }

  /// The names of the tables, or `nil` if the region contains every table.
  public var tables: Set<String>? { columns.map { Set($0.keys) } }

  /// Returns the region that contains everything that is in either region.
  public func union(_ other: TableRegion) -> TableRegion {
    guard let columns, let others = other.columns else { return .everything }
    return TableRegion(columns.merging(others) { $0.union($1) })
  }

  /// Returns whether anything is in both regions.
  public func overlaps(_ other: TableRegion) -> Bool {
    guard let columns, let others = other.columns else { return true }
    let (fewer, more) = columns.count <= others.count ? (columns, others) : (others, columns)
    return fewer.contains { table, own in more[table]?.overlap(own) ?? false }
  }
}

public import Sectional

/// Causes of differences that are known and may stay.
///
/// ```swift
/// let accepted = try AcceptedDifferences(["dateForm", "floatFormat:score"])
/// #expect(report.isEqual(except: accepted))
/// ```
public struct AcceptedDifferences: Sendable {
  /// A kind of cause, in one column of the first store or in all.
  public struct Entry: Sendable, Hashable {
    /// The kind.
    public let kind: DifferenceCause.Kind
    /// The column, or `nil` for every one.
    public let column: String?

    /// The entry as ``AcceptedDifferences/init(_:)`` reads it.
    public var text: String { column.map { "\(kind.rawValue):\($0)" } ?? kind.rawValue }

    /// Accepts a kind of cause, in one column or in all.
    public init(_ kind: DifferenceCause.Kind, column: String? = nil) {
      (self.kind, self.column) = (kind, column)
    }
  }

  /// What is accepted.
  public var entries: [Entry]

  /// Accepts nothing but some causes.
  public init(entries: [Entry] = []) { self.entries = entries }

  /// Reads what is accepted.
  ///
  /// - Parameter texts: A kind of cause each, such as `dateForm`, or a kind in a column, such as `dateForm:created`.
  /// - Throws: `StoreError` with code `unsupported` if there is no such kind, if it is a bug of Sectional, or if it names a column of
  ///   missing rows.
  public init(_ texts: [String]) throws(StoreError) {
    entries = try texts.map { text throws(StoreError) in
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let kind = DifferenceCause.Kind(rawValue: String(parts[0]))
      guard DifferenceCause.Kind.acceptable.contains(kind), parts.last != "" else {
        let names = DifferenceCause.Kind.acceptable.map(\.rawValue).sorted()
        throw StoreError(
          .unsupported,
          "unknown cause \(text); write CAUSE or CAUSE:COLUMN, such as dateForm:created; "
            + NearestName.suggestion(for: kind.rawValue, among: names, showing: .max))
      }
      guard kind != .missingRow || parts.count == 1 else {
        throw StoreError(
          .unsupported,
          "\(text) accepts nothing, because a missing row is in no column; write missingRow")
      }
      return Entry(kind, column: parts.count == 2 ? String(parts[1]) : nil)
    }
  }

  /// Returns whether a cause can be accepted at all.
  static func canAccept(_ cause: DifferenceCause) -> Bool {
    DifferenceCause.Kind.acceptable.contains(cause.kind)
  }

  /// Returns whether a cause may stay.
  public func accept(_ cause: DifferenceCause) -> Bool {
    entries.contains { entry in
      guard entry.kind == cause.kind else { return false }
      guard let column = entry.column else { return true }
      return cause.column.map { Names.folded($0) == Names.folded(column) } ?? false
    }
  }
}

extension OrderReport {
  /// Returns the causes that aren't accepted.
  public func causes(except accepted: AcceptedDifferences) -> [DifferenceCause] {
    causes.filter { !accepted.accept($0) }
  }

  /// Returns whether a kind of cause is accepted wherever it acts, while others aren't.
  ///
  /// If all causes are accepted, none is left out of the result, since nothing else is in it.
  package func leavesOut(_ kind: DifferenceCause.Kind, by accepted: AcceptedDifferences) -> Bool {
    let own = causes.filter { $0.kind == kind }
    return !own.isEmpty && own.allSatisfy(accepted.accept)
      && !causes(except: accepted).isEmpty
  }

  /// Returns the columns in which rows differ by accepted causes alone.
  package func columnsAccepted(by accepted: AcceptedDifferences) -> Set<String> {
    Set(causes.filter(accepted.accept).compactMap(\.column))
      .subtracting(causes(except: accepted).compactMap(\.column))
  }

  /// Returns the number of rows whose contents differ by causes that aren't accepted, and the columns in which they do.
  package func otherContents(
    except accepted: AcceptedDifferences
  ) -> (rows: Int, columns: [String]) {
    let columns = comparison.rowsByColumn.map(\.column)
    let others = causes(except: accepted)
    guard !others.isEmpty, others.count < causes.count else {
      return (comparison.rowsWithOtherContents, columns)
    }
    let leftOut = columnsAccepted(by: accepted)
    let left = columns.filter { !leftOut.contains($0) }
    return (table.rowsWithOtherContents(in: Set(left)) { !accepted.accept($0) }, left)
  }
}

extension ComparisonReport {
  /// Checks that there are the columns in which causes are accepted.
  ///
  /// - Throws: `StoreError` with code `noSuchColumn` if neither store has one.
  public func check(_ accepted: AcceptedDifferences) throws(StoreError) {
    guard let lists = orders.first?.lists else { return }
    // A column that both have is called as in the first store.
    let names = lists.first.columns + (orders.first?.columns.onlyInSecond ?? [])
    for entry in accepted.entries {
      guard let column = entry.column,
        !names.contains(where: { Names.folded($0) == Names.folded(column) })
      else { continue }
      throw StoreError(
        .noSuchColumn,
        "\(entry.kind.rawValue):\(column) can't be accepted, because no column is called \(quoted(column)), as in the first store if both have it; "
          + (column.contains(",") ? "repeat the option for each cause; " : "")
          + NearestName.suggestion(for: column, among: names))
    }
  }

  /// Returns what is accepted although nothing differs by it.
  public func entriesWithoutEffect(of accepted: AcceptedDifferences) -> [AcceptedDifferences.Entry]
  {
    let causes = orders.flatMap(\.causes)
    return accepted.entries.filter { entry in
      !causes.contains(where: AcceptedDifferences(entries: [entry]).accept)
    }
  }

  /// Returns whether both stores make the same lists, apart from differences all of whose causes are accepted.
  public func isEqual(except accepted: AcceptedDifferences) -> Bool {
    orders.allSatisfy { $0.isEqual || $0.causes(except: accepted).isEmpty }
  }
}

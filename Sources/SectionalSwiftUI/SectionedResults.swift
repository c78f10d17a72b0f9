#if canImport(SwiftUI)
  public import Sectional
  public import SwiftUI

  /// A property of a view whose value is a list in sections; the view is drawn again when the list changes.
  ///
  /// The list comes from the store in the view's environment. A store in memory or on SQLite is read before the view is
  /// drawn for the first time. A server is read while the view shows an empty list. The projected value has the error if
  /// the list can't be read.
  ///
  /// ```swift
  /// struct TeamsView: View {
  ///   @SectionedResults(sortBy: [SortKey(\.name)], sectionNameKeyPath: \.team)
  ///   private var contacts: ResultsList<Contact>
  ///
  ///   var body: some View {
  ///     List {
  ///       ForEach(contacts) { team in
  ///         Section(team.name) { ForEach(team) { Text($0.name) } }
  ///       }
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// The request stays that of the first drawing. To show another one, call `setRequest` of the projected value's
  /// controller, or give the view another identity with `id(_:)`.
  @propertyWrapper public struct SectionedResults<Record: Sendable>: DynamicProperty {
    @Environment(\.resultsStore) private var store
    @State private var loader: ResultsLoader<Record>

    /// Creates a property that shows the records of a request.
    ///
    /// - Parameters:
    ///   - fetchRequest: Which records the list shows, and in which order.
    ///   - section: What the sections are, or `nil` for a single section.
    ///   - display: Which rows of each section are shown at first, such as none of collapsed sections; later, change
    ///     ``ResultsLoader/sectionDisplay``.
    ///   - alongside: A second query whose rows are read in the same transactions, such as a total; they are in
    ///     ``ResultsLoader/controller``.
    @MainActor public init(
      _ fetchRequest: ResultsRequest<Record>, sectionBy section: SectionKey<Record>? = nil,
      display: SectionDisplay = .all, alongside: ResultsRequest<StoredRow>? = nil
    ) {
      _loader = State(
        wrappedValue: ResultsLoader(
          fetchRequest, sectionBy: section, display: display, alongside: alongside))
    }

    /// The list; empty until it has been read.
    @MainActor public var wrappedValue: ResultsList<Record> { loader.controller.results }

    /// The list's controller, and the error if the list can't be read.
    @MainActor public var projectedValue: ResultsLoader<Record> { loader }

    /// Opens the list in the environment's store, unless that has been done.
    ///
    /// SwiftUI calls this method.
    public func update() {
      let (loader, store) = (loader, store)
      MainActor.assumeIsolated { loader.open(in: store) }
    }
  }

  extension SectionedResults where Record: StoredRecord {
    /// Creates a property that shows the records of a table.
    ///
    /// - Parameters:
    ///   - sortKeys: The order within the sections.
    ///   - keyPath: The property whose values are the sections.
    ///   - display: Which rows of each section are shown at first.
    ///   - alongside: A second query whose rows are read in the same transactions.
    @MainActor public init<Cell: ColumnValue>(
      sortBy sortKeys: [SortKey<Record>] = [], sectionNameKeyPath keyPath: KeyPath<Record, Cell>,
      display: SectionDisplay = .all, alongside: ResultsRequest<StoredRow>? = nil
    ) {
      self.init(
        ResultsRequest(sortBy: sortKeys), sectionBy: SectionKey(keyPath), display: display,
        alongside: alongside)
    }

    /// Creates a property that shows the records of a table in a single section.
    ///
    /// - Parameter sortKeys: The order.
    @MainActor public init(sortBy sortKeys: [SortKey<Record>] = []) {
      self.init(ResultsRequest(sortBy: sortKeys))
    }
  }

  extension EnvironmentValues {
    /// The store of the lists in ``SectionedResults`` properties.
    ///
    /// ```swift
    /// TeamsView().environment(\.resultsStore, store)
    /// ```
    public var resultsStore: (any ResultsStore)? {
      get { self[ResultsStoreKey.self] }
      set { self[ResultsStoreKey.self] = newValue }
    }
  }

  private struct ResultsStoreKey: EnvironmentKey {
    static let defaultValue: (any ResultsStore)? = nil
  }
#endif

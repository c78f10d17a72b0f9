public import Sectional
import SectionalSQL

/// A store and what is listed of it.
public struct ComparedSource<Store: ResultsStore>: Sendable {
  /// The store.
  public let store: Store
  /// The rows and their order.
  public let request: ResultsRequest<StoredRow>
  /// What the sections are made from, or `nil` for a single section.
  public let section: SectionKey<StoredRow>?
  /// The store's name in errors; empty for none.
  public let name: String

  /// Describes a list to compare.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - request: The rows and their order.
  ///   - section: What the sections are made from, or `nil` for a single section.
  ///   - name: The store's name in errors.
  public init(
    _ store: Store, _ request: ResultsRequest<StoredRow>,
    sectionBy section: SectionKey<StoredRow>? = nil, named name: String = ""
  ) {
    (self.store, self.request, self.section, self.name) = (store, request, section, name)
  }
}

extension ComparedSource {
  /// Reads the list in Sectional's order.
  @concurrent func results() async throws(StoreError) -> ResultsList<StoredRow> {
    do throws(StoreError) {
      return try await ListReader().results(of: self)
    } catch {
      throw named(error)
    }
  }

  /// Returns an error of the store with its name, unless the message contains it.
  func named(_ error: StoreError) -> StoreError {
    guard !name.isEmpty, !error.message.contains(name) else { return error }
    return StoreError(
      error.code, "\(error.message) (in \(name))", part: error.part, cause: error.cause)
  }

  /// Runs a body, and names the store in its error.
  func naming<Output>(_ body: () throws(StoreError) -> Output) throws(StoreError) -> Output {
    do throws(StoreError) { return try body() } catch { throw named(error) }
  }

  /// Reads the list in the store's own order.
  ///
  /// - Returns: The list, and its order if the store can say something of itself; both of one transaction.
  func nativeList(
    like results: ResultsList<StoredRow>, keyColumns: [String], negativeZeros: NegativeZeros,
    _ description: SourceDescription?
  ) async throws(StoreError) -> (list: ComparedList, order: RowOrder?) {
    try await reading { reader, request in
      let list = ComparedList(
        try await reader.rowsInStoreOrder(of: request), like: results, keyColumns: keyColumns,
        negativeZeros: negativeZeros)
      guard let description else { return (list, nil) }
      let questions = StoreQuestions(reader: reader, description: description, request: request)
      return (list, try await questions.order(of: list))
    }
  }

  /// Runs a body in a read transaction, and names the store in its error.
  private func reading<Output: Sendable>(
    _ body: (Store.Reader, RowRequest) async throws -> Output
  ) async throws(StoreError) -> Output {
    do throws(StoreError) {
      let request = try request.rowRequest(sectionBy: section)
      return try await StoreError.wrapping { try await store.read { try await body($0, request) } }
    } catch {
      throw named(error)
    }
  }

  /// What the store says of the list, or `nil` if it can't say anything.
  func description() async throws(StoreError) -> SourceDescription? {
    guard let store = store as? any DescribedStore else { return nil }
    return try await store.description(of: request, sectionBy: section)
  }
}

extension ComparedSource {
  /// Returns the zeros with a minus sign; none if the store can't say anything.
  func negativeZeros(
    in results: ResultsList<StoredRow>, _ keyColumns: [String], _ description: SourceDescription?
  ) async throws(StoreError) -> NegativeZeros {
    guard let description else { return [:] }
    let list = ComparedList(results, keyColumns: keyColumns)
    return try await reading { reader, request in
      try await StoreQuestions(reader: reader, description: description, request: request)
        .negativeZeros(of: list)
    }
  }

  /// Returns how the store orders pairs of texts by a column's collation: -1, 0 or 1; `nil` if it can't compare them.
  func signs(
    of pairs: [TextPair], by column: ColumnDescription, _ description: SourceDescription?
  ) async throws(StoreError) -> [Int]? {
    guard let description else { return nil }
    return try await reading { reader, request in
      try await StoreQuestions(reader: reader, description: description, request: request)
        .signs(of: pairs, by: column)
    }
  }
}

/// Owns the controller that reads a list.
private actor ListReader {
  func results<Store>(
    of source: ComparedSource<Store>
  ) async throws(StoreError) -> ResultsList<StoredRow> {
    let controller = ResultsController(
      fetchRequest: source.request, store: source.store, sectionBy: source.section,
      tracksChanges: false)
    try await controller.performFetch()
    return controller.results
  }
}

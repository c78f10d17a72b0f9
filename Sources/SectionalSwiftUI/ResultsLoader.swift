#if canImport(SwiftUI)
  public import Observation
  public import Sectional

  /// The list behind a ``SectionedResults`` property, and what became of its first fetch.
  @MainActor @Observable public final class ResultsLoader<Record: Sendable> {
    /// The list's controller.
    public private(set) var controller: ResultsController<Record>
    private var firstError: StoreError?

    private let alongside: ResultsRequest<StoredRow>?
    // The store that the list is in.
    @ObservationIgnored private var store: (any ResultsStore)?
    @ObservationIgnored private var isOpen = false

    /// Creates the loader of a list that stays empty until it is opened.
    init(
      _ fetchRequest: ResultsRequest<Record>, sectionBy section: SectionKey<Record>?,
      display: SectionDisplay, alongside: ResultsRequest<StoredRow>?
    ) {
      self.alongside = alongside
      controller = ResultsController(
        fetchRequest: fetchRequest, store: MemoryStore(), sectionBy: section)
      controller.sectionDisplay = display
    }

    /// Why the list couldn't be read, or `nil` if it could or if nothing has been read yet.
    public var error: StoreError? {
      controller.fetchedObjects == nil
        ? firstError ?? controller.status.error : controller.status.error
    }

    /// Which records of each section are shown; see ``ResultsController/sectionDisplay``.
    public var sectionDisplay: SectionDisplay {
      get { controller.sectionDisplay }
      set { controller.sectionDisplay = newValue }
    }

    /// Reads the list again, for example for pull-to-refresh or after an error.
    public func refresh() async {
      guard store != nil else { return }
      let opened = controller
      await report(of: opened) { try await opened.refresh() }
    }

    /// Opens the list in a store, unless it is open there.
    func open(in store: (any ResultsStore)?) {
      guard !isOpen || isOther(store) else { return }
      isOpen = true
      self.store = store
      guard let store else {
        firstError = StoreError(
          .cannotOpen,
          "no store is in the environment; add .environment(\\.resultsStore, store) to a view above"
        )
        return
      }
      if let store = store as? any ImmediateStore { fetchAtOnce(store) } else { fetch(store) }
    }

    /// Returns whether a store is another one than that in which the list was opened.
    private func isOther(_ store: (any ResultsStore)?) -> Bool {
      guard let store, let opened = self.store else { return store != nil }
      // The identity of a value that isn't an object is that of a copy.
      return type(of: store) is AnyClass && (store as AnyObject) !== (opened as AnyObject)
    }

    private func fetchAtOnce(_ store: some ImmediateStore) {
      let (request, section) = (controller.fetchRequest, controller.sectionBy)
      do {
        let opened = try ResultsController(
          immediatelyFetching: request, store: store, sectionBy: section, alongside: alongside)
        opened.sectionDisplay = controller.sectionDisplay
        controller = opened
        firstError = nil
      } catch {
        fetch(store)
        firstError = error
      }
    }

    private func fetch(_ store: some ResultsStore) {
      let opened = ResultsController(
        fetchRequest: controller.fetchRequest, store: store, sectionBy: controller.sectionBy,
        alongside: alongside)
      opened.sectionDisplay = controller.sectionDisplay
      (controller, firstError) = (opened, nil)
      // Nothing is kept while it waits, because the view may go.
      let fetchesAgain = { [weak self, weak opened] () async -> Bool in
        guard let self, let opened else { return false }
        return await self.fetchFirst(of: opened)
      }
      Task {
        var delay = Duration.seconds(1)
        while await fetchesAgain() {
          try? await Task.sleep(for: delay)
          delay = min(delay * 2, .seconds(30))
        }
      }
    }

    /// Fetches a list that has no results yet, unless another fetch is under way.
    ///
    /// - Returns: Whether to try again later.
    private func fetchFirst(of opened: ResultsController<Record>) async -> Bool {
      guard controller === opened, opened.fetchedObjects == nil else { return false }
      if case .loading = opened.status {
      } else {
        await report(of: opened) { try await opened.performFetch() }
      }
      return opened.fetchedObjects == nil && firstError?.mayPass != false
    }

    /// Fetches, and keeps the error, unless another list was opened meanwhile.
    private func report(
      of opened: ResultsController<Record>, _ fetch: () async throws -> Void
    ) async {
      do {
        try await fetch()
        if controller === opened { firstError = nil }
      } catch let error as StoreError where error.code != .cancelled {
        if controller === opened { firstError = error }
      } catch {
        // A newer fetch took over.
      }
    }
  }

  extension StoreError {
    /// Whether the same fetch can succeed later, although nothing is changed in the request or the store's schema.
    fileprivate var mayPass: Bool {
      [.busy, .connectionLost, .unreachable].contains(code)
    }
  }
#endif

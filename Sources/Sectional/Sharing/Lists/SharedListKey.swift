/// What makes two lists one, whoever shows them.
struct SharedListKey: Sendable {
  let request: RowRequest
  private let alongside: RowRequest?
  private let options: PipelineOptions

  /// Creates the key of a list.
  ///
  /// - Returns: The key, or `nil` if the list can't be shared. A cache, contents that come and go and where a list begins
  ///   belong to one owner. A search begins with the rows of its owner's previous list. Functions can't be compared.
  init?(_ request: RowRequest, alongside: RowRequest?, _ options: PipelineOptions) {
    guard options.tracksChanges, options.cache == nil, !request.rows.isSearch,
      !request.rows.isOutlineOnly, request.extent.canBeShared,
      request.order.section?.canBeCompared ?? true
    else { return nil }
    (self.request, self.alongside, self.options) = (request, alongside, options)
  }

  /// What the list is found by.
  var sharing: SharingKey { .list(request.rows.source, request.rows.predicate) }

  /// Returns whether both lists show the same at any time.
  func isSame(as other: SharedListKey) -> Bool {
    request.hasSameSections(as: other.request) && options.reading == other.options.reading
      && options.retries == other.options.retries && hasSameAlongside(as: other)
  }

  private func hasSameAlongside(as other: SharedListKey) -> Bool {
    guard let alongside, let others = other.alongside else {
      return alongside == nil && other.alongside == nil
    }
    return alongside.hasSameSections(as: others)
  }
}

extension RowRequest {
  /// Returns whether the requests are the same, with the same names and declared sections.
  fileprivate func hasSameSections(as other: RowRequest) -> Bool {
    isSame(as: other) && order.section?.nilName == other.order.section?.nilName
      && order.section?.declared == other.order.section?.declared
  }
}

extension SectionRule {
  /// Whether nothing but what `==` compares, the names and the declared sections decides which sections there are.
  fileprivate var canBeCompared: Bool {
    // Functions of equal names may compute different sections, and clocks may tell different days.
    if case .contents? = derivation?.input { return false }
    return days == nil && title == nil
  }
}

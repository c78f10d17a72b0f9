/// Nothing.
public struct EmptyView: View, PrimitiveView, Sendable {
  /// Makes nothing.
  public nonisolated init() {}

  /// Draws nothing.
  public func _draw(on canvas: _Canvas) {}
}

/// Several views, one after the other.
public struct TupleView<T> {
  /// The views.
  public var value: T

  /// Makes a view of a tuple of views.
  public init(_ value: T) { self.value = value }
}

extension TupleView: View, PrimitiveView {
  /// Draws one after the other.
  public func _draw(on canvas: _Canvas) {
    for child in Mirror(reflecting: value).children {
      (child.value as? any View)?._draw(on: canvas)
    }
  }
}

/// One of two views.
public struct _ConditionalContent<TrueContent: View, FalseContent: View> {
  enum Content {
    case first(TrueContent)
    case second(FalseContent)
  }

  let content: Content

}

extension _ConditionalContent: View, PrimitiveView {
  /// Draws the one that is there.
  public func _draw(on canvas: _Canvas) {
    switch content {
    case .first(let view): view._draw(on: canvas)
    case .second(let view): view._draw(on: canvas)
    }
  }
}

extension Optional: View where Wrapped: View {
  /// Nothing.
  public var body: Never { return preconditionFailure("an optional view has no body") }

  /// Draws the view, if there is one.
  @MainActor @preconcurrency public func _draw(on canvas: _Canvas) { self?._draw(on: canvas) }
}

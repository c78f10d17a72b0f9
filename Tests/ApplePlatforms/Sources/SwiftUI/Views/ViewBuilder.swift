/// Makes one view of the views in a closure.
@resultBuilder public struct ViewBuilder {
  /// Makes a view of an expression.
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

  /// Makes a view of nothing.
  public static func buildBlock() -> EmptyView { EmptyView() }

  /// Makes a view of one.
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

  /// Makes a view of many.
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> { TupleView((repeat each content)) }

  /// Makes a view of one that may be absent.
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

  /// Makes a view of the first of two.
  public static func buildEither<TrueContent: View, FalseContent: View>(
    first: TrueContent
  ) -> _ConditionalContent<TrueContent, FalseContent> {
    _ConditionalContent(content: .first(first))
  }

  /// Makes a view of the second of two.
  public static func buildEither<TrueContent: View, FalseContent: View>(
    second: FalseContent
  ) -> _ConditionalContent<TrueContent, FalseContent> {
    _ConditionalContent(content: .second(second))
  }
}

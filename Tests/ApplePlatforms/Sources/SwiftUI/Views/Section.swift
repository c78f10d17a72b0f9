/// Rows with a header and a footer.
public struct Section<Parent, Content, Footer> {
  private let header: Parent
  private let content: Content
  private let footer: Footer
}

extension Section: View, PrimitiveView where Parent: View, Content: View, Footer: View {
  /// Draws the header, marked as one, the rows and the footer.
  public func _draw(on canvas: _Canvas) {
    let own = _Canvas()
    header._draw(on: own)
    for line in own.lines { canvas.write("# \(line)") }
    content._draw(on: canvas)
    footer._draw(on: canvas)
  }
}

extension Section where Parent == Text, Content: View, Footer == EmptyView {
  /// Makes a section with a key's text above it.
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.init(header: Text(titleKey), content: content(), footer: EmptyView())
  }

  /// Makes a section with a text above it.
  @_disfavoredOverload public init<S: StringProtocol>(
    _ title: S, @ViewBuilder content: () -> Content
  ) { self.init(header: Text(title), content: content(), footer: EmptyView()) }
}

extension Section where Parent: View, Content: View, Footer == EmptyView {
  /// Makes a section with a view above it.
  public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent) {
    self.init(header: header(), content: content(), footer: EmptyView())
  }
}

/// Rows in one column.
public struct List<SelectionValue: Hashable, Content: View>: View, PrimitiveView {
  private let content: Content

  /// Draws the rows.
  public func _draw(on canvas: _Canvas) { content._draw(on: canvas) }
}

extension List where SelectionValue == Never {
  /// Makes a list of its rows.
  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  /// Makes a list of rows of a collection.
  public init<Data: RandomAccessCollection, RowContent: View>(
    _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {
    content = ForEach(data, content: rowContent)
  }
}

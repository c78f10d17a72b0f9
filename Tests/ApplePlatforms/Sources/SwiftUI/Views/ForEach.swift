/// A view for each element of a collection.
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
  /// The collection.
  public var data: Data
  /// Makes the view of an element.
  public var content: (Data.Element) -> Content
  private let id: (Data.Element) -> ID
}

extension ForEach: View, PrimitiveView where Content: View {
  /// Draws one after the other.
  public func _draw(on canvas: _Canvas) {
    var seen: Set<ID> = []
    for element in data {
      let id = id(element)
      if !seen.insert(id).inserted {
        canvas.fail(
          "ForEach<\(Data.self), \(ID.self), \(Content.self)>: the ID \(id) occurs multiple times "
            + "within the collection, this will give undefined results!")
      }
      content(element)._draw(on: canvas)
    }
  }
}

extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
  /// Makes views of elements that know their identities.
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
    self.init(data: data, content: content, id: { $0.id })
  }
}

extension ForEach where Content: View {
  /// Makes views of elements with an identity in a property.
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) { self.init(data: data, content: content, id: { $0[keyPath: id] }) }
}

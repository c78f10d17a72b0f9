extension View {
  /// Hands a value to the views within.
  public nonisolated func environment<V>(
    _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
  ) -> some View {
    nonisolated(unsafe) let (keyPath, value) = (keyPath, value)
    return EnvironmentView(content: self) { values in
      let (keyPath, value) = unsafe (keyPath, value)
      values[keyPath: keyPath] = value
    }
  }
}

/// A view whose contents have another environment.
struct EnvironmentView<Content: View> {
  let content: Content
  let change: @MainActor (inout EnvironmentValues) -> Void
}

extension EnvironmentView: View, PrimitiveView {
  func _draw(on canvas: _Canvas) {
    let outer = canvas.environment
    change(&canvas.environment)
    content._draw(on: canvas)
    canvas.environment = outer
  }
}

extension _Canvas {
  /// Prepares the properties of a view, and the properties of these, for the view's body to be asked for.
  func install(propertiesOf value: Any) {
    for child in Mirror(reflecting: value).children {
      guard var property = child.value as? any DynamicProperty else { continue }
      (property as? any EnvironmentReader)?.install(environment)
      install(propertiesOf: property)
      property.update()
    }
  }
}

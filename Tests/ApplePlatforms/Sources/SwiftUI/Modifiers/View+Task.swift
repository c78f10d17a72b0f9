/// A view with something besides.
struct ModifiedView<Content: View> {
  let content: Content
  let modify: @MainActor (_Canvas) -> Void

  init(_ content: Content, _ modify: @escaping @MainActor (_Canvas) -> Void) {
    self.content = content
    self.modify = modify
  }
}

extension ModifiedView: View, PrimitiveView {
  func _draw(on canvas: _Canvas) {
    content._draw(on: canvas)
    modify(canvas)
  }
}

extension View {
  /// Runs an action from the moment the view appears until it disappears.
  public nonisolated func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View {
    ModifiedView(self) { $0.start(ViewTask(id: nil, action: action)) }
  }

  /// Runs an action from the moment the view appears until it disappears, and again when a value changes.
  ///
  /// The real one takes any equatable value.
  public nonisolated func task<T: Hashable & Sendable>(
    id value: T, priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View {
    ModifiedView(self) { $0.start(ViewTask(id: AnyHashable(value), action: action)) }
  }
}

/// Where a search field is.
public struct SearchFieldPlacement: Sendable {
  /// Where the system wants it.
  public static let automatic = SearchFieldPlacement()
}

extension View {
  /// Adds a search field.
  public nonisolated func searchable(
    text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
  ) -> some View {
    nonisolated(unsafe) let text = text
    return ModifiedView(self) { unsafe $0.addSearchField(text) }
  }

  /// Calls an action when a value changes.
  public nonisolated func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
  ) -> some View {
    nonisolated(unsafe) let (value, action) = (value, action)
    return ModifiedView(self) { canvas in
      let (value, action) = unsafe (value, action)
      canvas.watch(
        ViewChange(
          value: value, differs: { $0 as? V != value },
          action: { old in action(old as? V ?? value, value) }, isInitial: initial))
    }
  }
}

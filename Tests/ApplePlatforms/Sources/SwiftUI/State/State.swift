import Observation

/// A property that SwiftUI adds to a view.
public protocol DynamicProperty {
  /// Prepares the property, each time before the view's body is asked for.
  mutating func update()
}

extension DynamicProperty {
  /// Does nothing.
  public mutating func update() {}
}

/// A value that outlives the view that reads it, which is drawn again when the value changes.
@propertyWrapper public struct State<Value>: DynamicProperty {
  @Observable final class Storage {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  private let storage: Storage

  /// Makes a state with its first value.
  public init(wrappedValue value: Value) { storage = Storage(value) }

  /// Makes a state with its first value.
  public init(initialValue value: Value) { storage = Storage(value) }

  /// The value.
  public var wrappedValue: Value {
    get { storage.value }
    nonmutating set { storage.value = newValue }
  }

  /// The value, for a view that changes it.
  public var projectedValue: Binding<Value> {
    Binding(get: { storage.value }, set: { storage.value = $0 })
  }
}

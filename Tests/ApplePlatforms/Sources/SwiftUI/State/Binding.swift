/// Somebody else's value, to read and to write.
@propertyWrapper public struct Binding<Value> {
  private let read: () -> Value
  private let write: (Value) -> Void

  /// Makes a binding of two closures.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    read = get
    write = set
  }

  /// The value.
  public var wrappedValue: Value {
    get { read() }
    nonmutating set { write(newValue) }
  }

  /// The binding itself.
  public var projectedValue: Binding<Value> { self }

  /// Returns a binding that can't be written.
  public static func constant(_ value: Value) -> Binding<Value> {
    Binding(get: { value }, set: { _ in })
  }
}

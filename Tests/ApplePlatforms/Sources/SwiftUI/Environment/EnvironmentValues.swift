/// A value that a view hands to the views within it.
public protocol EnvironmentKey {
  /// The type of the value.
  associatedtype Value
  /// The value where no view sets one.
  static var defaultValue: Self.Value { get }
}

/// The values that a view hands to the views within it.
public struct EnvironmentValues {
  private var values: [ObjectIdentifier: Any] = [:]

  /// Makes an environment without values.
  public init() {}

  /// The value of a key.
  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

/// A property of a view that reads a value of the environment.
@propertyWrapper public struct Environment<Value>: DynamicProperty {
  private let keyPath: KeyPath<EnvironmentValues, Value>
  private let installed = InstalledEnvironment()

  /// Makes a property that reads a value.
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }

  /// The value.
  public var wrappedValue: Value { installed.values[keyPath: keyPath] }
}

/// The environment of the view that a property belongs to.
final class InstalledEnvironment {
  var values = EnvironmentValues()
}

extension Environment: EnvironmentReader {
  func install(_ values: EnvironmentValues) { installed.values = values }
}

/// A property that needs the environment.
protocol EnvironmentReader {
  func install(_ values: EnvironmentValues)
}

/// Some lines of text.
public struct Text: View, PrimitiveView, Equatable, Sendable {
  private let content: String

  /// Makes a text that is shown as it is.
  public nonisolated init(verbatim content: String) { self.content = content }

  /// Makes a text that is shown as it is.
  @_disfavoredOverload public nonisolated init<S: StringProtocol>(_ content: S) {
    self.content = String(content)
  }

  /// Makes a text of a key, which the stand-ins show as it is.
  public nonisolated init(_ key: LocalizedStringKey) { content = key.key }

  var string: String { content }

  /// Draws a line.
  public func _draw(on canvas: _Canvas) { canvas.write(content) }
}

/// The key of a text in an application's table of texts.
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation, Sendable {
  let key: String

  /// Makes a key.
  public init(_ value: String) { key = value }

  /// Makes a key of a literal.
  public init(stringLiteral value: String) { key = value }
}

// As the real one does.
@_exported public import Foundation
@_exported public import SwiftUICore

/// A part of what is on the screen, made of other ones.
@MainActor @preconcurrency public protocol View {
  /// What the view is made of.
  associatedtype Body: View
  /// What the view is made of.
  @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
  /// Draws the view; as in the real SwiftUI, a requirement with an underscore is nobody's to call.
  @MainActor @preconcurrency func _draw(on canvas: _Canvas)
}

extension View {
  /// Draws what the view is made of.
  @MainActor @preconcurrency public func _draw(on canvas: _Canvas) {
    canvas.install(propertiesOf: self)
    body._draw(on: canvas)
  }
}

extension Never: View {
  /// Never is nothing.
  public var body: Never { return preconditionFailure("nothing is never drawn") }
}

/// A view that has no body, and draws itself.
@MainActor @preconcurrency protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
  /// Nothing.
  public var body: Never { return preconditionFailure("\(Self.self) has no body") }
}

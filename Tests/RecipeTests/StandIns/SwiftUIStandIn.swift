#if !canImport(SwiftUI)
  /// Just enough of SwiftUI to run the recipe without SwiftUI: a view draws itself as lines of text.
  @MainActor
  protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
    /// The lines that the view draws.
    var lines: [String] { get }
    /// The tasks that start when the view appears.
    var tasks: [@MainActor () async -> Void] { get }
  }

  extension View {
    var lines: [String] { body.lines }
    var tasks: [@MainActor () async -> Void] { body.tasks }

    func task(_ action: @escaping @MainActor () async -> Void) -> some View {
      Drawn(lines: lines, tasks: tasks + [action])
    }
  }

  extension Never: View {
    var body: Never { return preconditionFailure("nothing is never drawn") }
  }

  /// A view with fixed lines.
  struct Drawn: View {
    let lines: [String]
    var tasks: [@MainActor () async -> Void] = []
    var body: Never { return preconditionFailure("a drawn view has no body") }
  }

  @resultBuilder
  @MainActor
  enum ViewBuilder {
    static func buildBlock<each Part: View>(_ part: repeat each Part) -> Drawn {
      var lines: [String] = []
      var tasks: [@MainActor () async -> Void] = []
      for part in repeat each part {
        lines += part.lines
        tasks += part.tasks
      }
      return Drawn(lines: lines, tasks: tasks)
    }

    static func buildExpression<Part: View>(_ part: Part) -> Part { part }
  }

  struct Text: View {
    let lines: [String]
    init(_ text: String) { lines = [text] }
    var tasks: [@MainActor () async -> Void] { [] }
    var body: Never { return preconditionFailure("a text has no body") }
  }

  struct List: View {
    let body: Drawn
    init(@ViewBuilder content: () -> Drawn) { body = content() }
  }

  struct Section: View {
    let body: Drawn
    init(_ title: String, @ViewBuilder content: () -> Drawn) {
      body = Drawn(lines: ["# \(title)"] + content().lines)
    }
  }

  struct ForEach: View {
    let body: Drawn
    init<Data: RandomAccessCollection>(
      _ data: Data, @ViewBuilder content: (Data.Element) -> Drawn
    ) where Data.Element: Identifiable {
      body = Drawn(lines: data.flatMap { content($0).lines })
    }
  }

  @propertyWrapper
  struct State<Value> {
    var wrappedValue: Value
  }
#endif

import SwiftUI
import Testing
import ViewHosting

/// The stand-ins for views.
@MainActor
struct ViewTests {
  private struct Counter: View {
    @State private var text = ""
    let numbers: [Int]

    var body: some View {
      List {
        Section("numbers") {
          ForEach(numbers, id: \.self) { Text("\($0)") }
        }
        if text.isEmpty { Text("nothing typed") } else { Text(text) }
      }
      .searchable(text: $text)
    }
  }

  @Test
  func `a view is drawn again when its state changes`() async throws {
    let screen = HostedView(Counter(numbers: [1, 2]))
    #expect(screen.lines == ["# numbers", "1", "2", "nothing typed"])
    #expect(screen.type("x"))
    try await wait { screen.lines == ["# numbers", "1", "2", "x"] }
    #expect(screen.drawings == 2)
    #expect(screen.failures == [])
  }

  @Test
  func `an identity that occurs twice is noticed`() {
    #expect(HostedView(Counter(numbers: [1, 1])).failures.count == 1)
  }
}

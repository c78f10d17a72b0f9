import SwiftUI
import Testing
import ViewHosting

@testable import Recipes

/// The recipes for SwiftUI, on a screen that draws them again when what they read has changed.
@MainActor
struct SwiftUIRecipeTests {
  @Test
  func `a list shows the sections and every change of them`() async throws {
    let file = try await ContactsFile()
    let screen = HostedView(ContactsView(store: file.store))
    #expect(screen.lines == [])
    try await wait {
      screen.lines == ["# ", "Kurt", "# Analysts", "Ada", "# Compilers", "Grace"]
    }
    try await file.put(Contact(id: 1, name: "Ada", team: "Compilers"), without: [3])
    try await wait { screen.lines == ["# Compilers", "Ada", "Grace"] }
    for seed in 0..<20 as Range<UInt64> {
      try await file.edit(seed: seed)
      let names = file.names { $0.team ?? "" }.flatMap { $0 }
      try await wait { screen.lines.filter { !$0.hasPrefix("# ") } == names }
    }
    #expect(screen.failures == [])
    screen.disappear()
  }

  @Test
  func `a search field replaces the request`() async throws {
    let file = try await ContactsFile()
    let screen = HostedView(ContactSearchView(store: file.store))
    try await wait { screen.lines == ["Ada", "Grace", "Kurt"] }
    for text in ["a", "ra", "r"] { screen.type(text) }
    try await wait { screen.lines == ["Grace", "Kurt"] }
    try await file.put(Contact(id: 4, name: "Barbara", team: nil))
    try await wait { screen.lines == ["Barbara", "Grace", "Kurt"] }
    screen.type("BÁRB")
    try await wait { screen.lines == ["Barbara"] }
    screen.disappear()
  }
}

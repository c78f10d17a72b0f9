import Foundation
import SectionalTesting
import Testing

/// The screen of `watch` in a real terminal: tmux sends keys and captures what is shown.
@Suite struct TerminalScreenTests {
  @Test func `changes are drawn, keys work, and the terminal is left as it was`() async throws {
    let file = try ScratchDatabase.contacts()
    let tmux = try Tmux(width: 80, height: 16)
    defer { tmux.close() }
    try tmux.type("sectional watch \(file.path) contact --section team", "Enter")
    try await tmux.wait(for: "live")
    try file.write("UPDATE contact SET name = 'Adam' WHERE id = 1")
    try await tmux.wait(for: "Adam")
    try tmux.type("?")
    try await tmux.wait(for: "pause, and count")
    try tmux.type("q")
    try await tmux.wait(for: "live")
    try tmux.resize(width: 40, height: 8)
    try file.write("DELETE FROM contact WHERE id = 3")
    try await tmux.wait(for: "2 rows")
    try tmux.type("q")
    try await tmux.wait(for: "1 deleted, 1 updated; 2 rows at the end")
    try tmux.type("echo back", "Enter")
    try await tmux.wait(for: "\nback")
  }

  @Test func `a filter is the list's own search`() async throws {
    let file = try ScratchDatabase.contacts()
    let tmux = try Tmux(width: 80, height: 16)
    defer { tmux.close() }
    try tmux.type("sectional watch \(file.path) contact", "Enter")
    try await tmux.wait(for: "3 rows")
    try tmux.type("/", "ad", "Enter")
    try await tmux.wait(for: "1 row with “ad”")
    try file.write("INSERT INTO contact VALUES (4, 'Ádám', NULL)")
    try await tmux.wait(for: "2 rows with “ad”")
    try tmux.type("Escape")
    try await tmux.wait(for: "4 rows")
    try tmux.type("C-c")
    try await tmux.wait(for: "at the end")
  }
}

/// A shell in a terminal of tmux, with a separate tmux server.
private final class Tmux: Sendable {
  private static let program =
    ["/usr/bin/tmux", "/opt/homebrew/bin/tmux"].first(where: FileManager.default.isExecutableFile)
    ?? "/usr/local/bin/tmux"

  private let socket: String

  init(width: Int, height: Int) throws {
    socket =
      FileManager.default.temporaryDirectory.appending(path: "tmux-\(UUID().uuidString)").path
    let path = SectionalProcess.productsFolder.path
    try run(
      "-f", "/dev/null", "new-session", "-d", "-x", "\(width)", "-y", "\(height)",
      "env PATH=\(path):/usr/bin:/bin TERM=screen-256color LC_ALL=C.UTF-8 PS1='$ ' bash --norc")
    try run("set-option", "-g", "escape-time", "0")
  }

  @discardableResult private func run(_ arguments: String...) throws -> String {
    let child = try ChildProgram(
      ["-S", socket, "-u"] + arguments, at: URL(filePath: Tmux.program),
      environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"])
    let output = try child.output.fileHandleForReading.readToEnd() ?? Data()
    child.process.waitUntilExit()
    return String(decoding: output, as: UTF8.self)
  }

  /// Sends keys, by their names or as text.
  func type(_ keys: String...) throws {
    for key in keys { try run("send-keys", key) }
  }

  func resize(width: Int, height: Int) throws {
    try run("resize-window", "-x", "\(width)", "-y", "\(height)")
  }

  /// Waits until the screen has a text.
  func wait(for text: String) async throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while true {
      let screen = try run("capture-pane", "-p", "-J")
      if screen.contains(text) { return }
      try #require(ContinuousClock.now < deadline, "the screen has no \(text):\n\(screen)")
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  func close() { _ = try? run("kill-server") }
}

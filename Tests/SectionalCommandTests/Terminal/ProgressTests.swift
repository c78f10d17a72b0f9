import Foundation
import SectionalTesting
import Testing

/// The progress of what takes long, at a terminal only.
@Suite struct ProgressTests {
  /// Starts a command at a terminal, which the program `script` provides.
  private func atTerminal(_ command: String) throws -> ChildProgram {
    #if os(Linux)
      let arguments = ["-qec", command, "/dev/null"]
    #else
      let arguments = ["-q", "/dev/null", "/bin/sh", "-c", command]
    #endif
    return try ChildProgram(
      arguments, at: URL(filePath: "/usr/bin/script"),
      environment: [
        "PATH": SectionalProcess.productsFolder.path + ":/usr/bin:/bin", "TERM": "dumb",
        "PAGER": "",
      ])
  }

  @Test
  func
    `a list that has to wait shows that at a terminal, erases it when done, and tells a pipe nothing`()
    async throws
  {
    let file = try ScratchDatabase.contacts()
    let writer = try SQLiteShell(path: file.path)
    try await writer.execute("PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE;")
    let piped = try SectionalProcess(["list", file.path, "contact"])
    let program = try atTerminal("sectional list \(file.path) contact")
    let output = program.output.fileHandleForReading
    var text = ""
    while !text.contains("reading"), let bytes = try output.read(upToCount: 1) {
      text += String(decoding: bytes, as: UTF8.self)
    }
    try await writer.execute("COMMIT;")
    text += String(decoding: try output.readToEnd() ?? Data(), as: UTF8.self)
    program.process.waitUntilExit()
    let end = try #require(text.range(of: "\r\u{1B}[K", options: .backwards))
    #expect(!text[end.upperBound...].contains("reading"))
    #expect(text[end.upperBound...].contains("3 rows"))
    let outcome = try piped.finish()
    #expect(outcome.complaint.isEmpty)
    #expect(outcome.output.hasPrefix(file.path))
  }
}

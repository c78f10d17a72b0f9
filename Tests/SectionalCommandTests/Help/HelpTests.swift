import Foundation
import SectionalTesting
import Testing

/// The help of each command.
@Suite struct HelpTests {
  private static let commands = [
    "list", "watch", "compare", "triggers", "cache", "check", "generate", "demo",
  ]
  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Fixtures").standardizedFileURL

  private func help(_ arguments: String...) throws -> String {
    let outcome = try SectionalProcess(arguments).finish()
    #expect(outcome.status == 0)
    #expect(outcome.complaint.isEmpty)
    return outcome.output
  }

  private func examples(of command: String) throws -> [String] {
    let text = try help(command, "--help")
    let end = try #require(text.range(of: "Examples"))
    return text[end.upperBound...].split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }.filter { $0.hasPrefix("sectional ") }
  }

  @Test(arguments: commands)
  func `each command's examples work on the demonstration's file`(command: String) throws {
    let examples = try examples(of: command)
    #expect(examples.count == 2)
    let folder = FileManager.default.temporaryDirectory.appending(path: "help-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "Fixtures"), withDestinationURL: Self.fixtures)
    if command != "demo" {
      try run("sectional demo Fixtures/regions.csv --keep regions.sqlite", in: folder)
    }
    for example in examples { try run(example, in: folder) }
  }

  /// Runs a command line in a shell; what never ends is ended after its first line.
  private func run(_ line: String, in folder: URL) throws {
    let isEndless = line.contains(" watch ")
    let shell = try ChildProgram(
      ["-c", "cd '\(folder.path)' && \(isEndless ? "exec " : "")\(line)"],
      at: URL(filePath: "/bin/bash"),
      environment: [
        "PATH": SectionalProcess.productsFolder.path + ":/usr/local/bin:/usr/bin:/bin",
        "XDG_CACHE_HOME": folder.path, "HOME": folder.path,
      ], errors: .apart)
    let output = shell.output.fileHandleForReading
    if isEndless {
      #expect(try output.read(upToCount: 1)?.count == 1, "\(line)")
      kill(shell.process.processIdentifier, SIGTERM)
    }
    _ = try output.readToEnd()
    let complaint = try shell.complaint.fileHandleForReading.readToEnd() ?? Data()
    shell.process.waitUntilExit()
    // A check's findings are no failure.
    let expected: Set<Int32> = line.contains(" check ") ? [0, 3] : [0]
    #expect(
      expected.contains(shell.process.terminationStatus),
      "\(line): \(String(decoding: complaint, as: UTF8.self))")
    #expect(complaint.isEmpty, "\(line): \(String(decoding: complaint, as: UTF8.self))")
  }

  @Test func `the overview names every command, and each has the same help in all its forms`()
    throws
  {
    let overview = try help("help")
    #expect(try help("help", "--help") == overview)
    #expect(try help("--help") == overview)
    for command in Self.commands + ["completion"] {
      #expect(overview.contains("sectional \(command)"))
      #expect(try help("help", command) == help(command, "--help"))
    }
    #expect(try SectionalProcess.run("help", "lst").complaint.contains("did you mean \"list\"?"))
  }

  @Test func `no line of any help is wider than a hundred columns`() throws {
    for command in Self.commands + ["completion", "help"] {
      let text = try help(command, "--help")
      let widest = text.split(separator: "\n").filter { !$0.hasPrefix("  sectional ") }
        .max { $0.count < $1.count }
      #expect((widest?.count ?? 0) <= 110, "\(widest ?? "")")
    }
  }
}

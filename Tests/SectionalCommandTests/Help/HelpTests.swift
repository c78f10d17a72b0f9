import Foundation
import SectionalTesting
import Testing

@testable import SectionalCommand

/// The help of each command.
@Suite struct HelpTests {
  private static let commands = [
    "tables", "list", "watch", "compare", "triggers", "cache", "check", "generate", "demo",
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
    return text[end.upperBound...].replacing(#/\ \\\n\ +/#, with: " ").split(separator: "\n").map {
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

  @Test func `help fits eighty columns, and examples stay on one line`() throws {
    for command in Self.commands + ["completion", "help"] {
      let text = try help(command, "--help")
      let wide = text.split(separator: "\n").filter {
        !$0.hasPrefix("  sectional ") && $0.count > 80
      }
      #expect(wide.isEmpty, "\(wide)")
    }
  }

  @Test func `the man page has every command and every option`() throws {
    let page = try help("help", "--format", "man")
    #expect(page.hasPrefix(".TH SECTIONAL 1"))
    for command in Self.commands { #expect(page.contains(".SH \(command.uppercased())\n")) }
    for option in CommandOption.all {
      #expect(page.contains(option.name.replacing("-", with: "\\-")), "\(option.name)")
    }
  }

  @Test func `what asks for the same list again has every option that makes a list another one`()
    throws
  {
    let options = CommandName.list.options.filter(\.isOfRequest)
    #expect(
      Set(options.map(\.name)) == [
        "--section", "--sort", "--where", "--search", "--key", "--sql", "--follows", "--sum",
        "--count", "--limit",
        "--offset", "--last",
        "--index", "--cache",
      ])
    let words = ["a.sqlite", "t", "--limit", "5", "--rows", "--format", "json", "--sort", "x"]
    let arguments = try Arguments(words, CommandName.list.grammar)
    #expect(
      try ListOptions(arguments, isWatching: false).origin.suffix(4) == [
        "--sort", "x", "--limit", "5",
      ])
  }
}

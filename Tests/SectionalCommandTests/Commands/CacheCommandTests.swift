import Foundation
import SectionalSQL
import SectionalSQLite
import SectionalTesting
import Testing

@testable import Sectional

/// `list --cache`, `watch --cache` and `cache`.
@Suite struct CacheCommandTests {
  private let database: ScratchDatabase
  private let command: CachingCommand

  init() throws {
    database = try ScratchDatabase.contacts()
    command = try CachingCommand()
  }

  @discardableResult private func list(
    _ options: String..., named name: String = "contacts"
  ) throws -> SectionalProcess.Outcome {
    let arguments = ["list", database.path, "contact", "--section", "team"] + options
    let program = try command.start(arguments + ["--cache", name])
    let printed = try program.output.fileHandleForReading.readToEnd() ?? Data()
    program.process.waitUntilExit()
    #expect(program.process.terminationStatus == 0)
    return SectionalProcess.Outcome(
      status: program.process.terminationStatus, output: String(decoding: printed, as: UTF8.self),
      complaint: "")
  }

  private func cache(_ outcome: SectionalProcess.Outcome) -> [String: Any]? {
    outcome.objects.first?["cache"] as? [String: Any]
  }

  /// The part of the JSON that contains sections, ids and titles.
  private func shown(_ outcome: SectionalProcess.Outcome) throws -> String {
    let output = outcome.output.components(separatedBy: #","cache":{"#)[0]
    let start = try #require(output.range(of: #""sections":"#))
    let text = String(output[start.lowerBound...])
    return text.hasSuffix("}\n") ? String(text.dropLast(2)) : text
  }

  private func complaint(
    _ arguments: String..., status: Int32, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let program = try command.start(arguments)
    let printed = try program.output.fileHandleForReading.readToEnd() ?? Data()
    let complained = try program.complaint.fileHandleForReading.readToEnd() ?? Data()
    program.process.waitUntilExit()
    #expect(program.process.terminationStatus == status, sourceLocation: sourceLocation)
    #expect(printed.isEmpty, sourceLocation: sourceLocation)
    let text = String(decoding: complained, as: UTF8.self)
    // An error is always a single line.
    #expect(text.hasSuffix("\n") && text.count { $0 == "\n" } == 1, sourceLocation: sourceLocation)
    return text
  }

  // MARK: list --cache

  @Test func `the second list is a hit that shows what the first one showed`() throws {
    let plain = try command.run(
      "list", database.path, "contact", "--section", "team", "--format", "json")
    #expect(plain.objects.first?["cache"] == nil)
    #expect(command.files.isEmpty)
    let first = try list("--format", "json")
    #expect(cache(first)?["outcome"] as? String == "miss")
    #expect((cache(first)?["reason"] as? String)?.isEmpty == false)
    let second = try list("--format", "json")
    #expect(cache(second)?["outcome"] as? String == "hit")
    #expect((cache(second)?["reason"] as? String)?.isEmpty == false)
    #expect(try shown(first) == shown(plain))
    #expect(try shown(second) == shown(plain))
    #expect(second.objects.first?["sectionIndexTitles"] as? [String] == ["B", "R"])
    #expect(command.files.count == 1)
  }

  @Test func `a list without contents and one with them share a cache`() throws {
    let file = try ScratchDatabase.contacts()
    let command = try CachingCommand()
    let list = [
      "list", file.path, "contact", "--section", "team", "--sort", "name", "--cache", "c",
    ]
    for formats in [["json", "text"], ["text", "json"]] {
      _ = try command.run("cache", "rm", "--all")
      var outputs: [String] = []
      for format in formats {
        let program = try command.start(list + ["--format", format])
        let output = try program.output.fileHandleForReading.readToEnd() ?? Data()
        program.process.waitUntilExit()
        outputs.append(String(decoding: output, as: UTF8.self))
      }
      #expect(outputs[0].contains("miss"))
      #expect(outputs[1].contains("hit"), "\(outputs[1])")
    }
  }

  @Test func `a folder that can't be made is named`() throws {
    let file = try ScratchDatabase.contacts()
    try Data().write(to: file.folder.appending(path: "taken"))
    let program = try ChildProgram(
      ["list", file.path, "contact", "--cache", "c"],
      at: SectionalProcess.productsFolder.appending(path: "sectional"),
      environment: ["XDG_CACHE_HOME": file.folder.path + "/taken/caches"], errors: .apart)
    let complaint = try program.complaint.fileHandleForReading.readToEnd() ?? Data()
    program.process.waitUntilExit()
    #expect(
      String(decoding: complaint, as: UTF8.self)
        .contains("the folder \(file.folder.path)/taken/caches/sectional can't be created"))
  }

  @Test func `rows are shown on a hit, too`() throws {
    try list()
    let rows = try list("--rows", "--format", "json")
    #expect(cache(rows)?["outcome"] as? String == "hit")
    for name in ["Ada", "Bob", "Cy"] { #expect(rows.output.contains("\"\(name)\"")) }
  }

  @Test func `after a commit the cache is a miss with the right rows, then a hit`() throws {
    try list()
    try database.write("UPDATE contact SET team = 'Green' WHERE id = 3")
    let changed = try list("--format", "json")
    #expect(cache(changed)?["outcome"] as? String == "miss")
    let sections = try #require(changed.objects.first?["sections"] as? [[String: Any]])
    #expect(sections.map { $0["name"] as? String } == ["", "Green", "Red"])
    let again = try list("--format", "json")
    #expect(cache(again)?["outcome"] as? String == "hit")
    #expect(try shown(again) == shown(changed))
  }

  @Test func `with a change log the cache catches up with a commit`() throws {
    #expect(try command.run("triggers", "install", database.path, "contact").status == 0)
    try list()
    try database.write("UPDATE contact SET team = 'Green' WHERE id = 3")
    let changed = try list("--format", "json")
    #expect(cache(changed)?["outcome"] as? String == "caughtUp")
    let sections = try #require(changed.objects.first?["sections"] as? [[String: Any]])
    #expect(sections.map { $0["name"] as? String } == ["", "Green", "Red"])
    #expect(sections.map { $0["ids"] as? [Int] } == [[2], [3], [1]])
  }

  @Test func `the last line of the text gives the outcome of the cache`() throws {
    let first = try list()
    #expect(first.output.hasSuffix("\n"))
    #expect(first.output.split(separator: "\n").last?.hasPrefix("Section cache: miss, ") == true)
    let second = try list()
    #expect(second.output.split(separator: "\n").last?.hasPrefix("Section cache: hit, ") == true)
    let above = { (text: String) in text.components(separatedBy: "\nSection cache: ")[0] }
    #expect(above(first.output) == above(second.output))
    #expect(second.output.contains("\nIndex B R\n"))
  }

  @Test func `a file that can't be written is reported, and the list is shown`() throws {
    try Data("a file".utf8).write(to: URL(filePath: command.folder))
    let outcome = try command.run(
      "list", database.path, "contact", "--cache", "contacts", "--format", "json")
    #expect(outcome.status == 0)
    #expect(cache(outcome)?["outcome"] as? String == "miss")
    #expect(outcome.complaint.contains("the section cache was not written"))
    #expect(try Data(contentsOf: URL(filePath: command.folder)) == Data("a file".utf8))
  }

  @Test(arguments: [
    "../x", "../../x", "/tmp/x", "..", ".", "a/b", "a\nb", "-", "\u{1B}[31m", "%2e%2e%2fx",
    String(repeating: "../", count: 400),
  ]) func `the file of a cache with any name stays in the folder`(name: String) throws {
    try list(named: name)
    let files = command.files
    #expect(files.count == 1)
    let file = try #require(files.first)
    #expect(file.hasPrefix("home/sectional/"))
    #expect(file.split(separator: "/").count == 3)
    #expect(cache(try list("--format", "json", named: name))?["outcome"] as? String == "hit")
    let show = try command.run("cache", "show", "--", name)
    #expect(show.status == 0)
    #expect(!show.output.contains("\u{1B}"))
    #expect(try command.run("cache", "rm", "--", name).status == 0)
    #expect(command.files.isEmpty)
  }

  @Test(arguments: ["..", ".", "../x", "/tmp", ""])
  func `an application's folder stays in the user's`(application: String) throws {
    let outcome = try command.run("cache", "ls", "--app", application)
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("there are no caches in \(command.home.path)/"))
    #expect(!outcome.output.contains("/../") && !outcome.output.hasSuffix("/..\n"))
    let before = command.files
    #expect(try command.run("cache", "rm", "--all", "--app", application).status == 0)
    #expect(command.files == before)
  }

  // MARK: cache ls

  @Test func `ls lists the existing caches`() throws {
    #expect(try command.run("cache", "ls").output == "there are no caches in \(command.folder)\n")
    #expect(try command.run("cache", "ls", "--format", "json").output == "[]\n")
    try list()
    try list(named: "by team")
    let text = try command.run("cache", "ls")
    #expect(text.status == 0)
    let lines = text.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].hasPrefix("NAME"))
    #expect(lines[1].hasPrefix("by team"))
    #expect(lines[2].hasPrefix("contacts"))
    #expect(lines[2].contains(database.path))
    let json = try command.run("cache", "ls", "--format", "json")
    let caches = try #require(
      try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]])
    #expect(caches.map { $0["name"] as? String } == ["by team", "contacts"])
    for cache in caches {
      #expect(cache["rows"] as? Int == 3)
      #expect(cache["sections"] as? Int == 3)
      #expect(cache["damage"] is NSNull)
      #expect((cache["bytes"] as? Int ?? 0) > 44)
      #expect((cache["file"] as? String)?.hasPrefix(command.folder + "/") == true)
      #expect((cache["list"] as? [String])?.first == database.path)
    }
  }

  @Test func `ls and show name the damage of a file`() throws {
    try list()
    let file = try #require(command.files.first)
    let place = command.home.deletingLastPathComponent().appending(path: file)
    try Data("damaged".utf8).write(to: place)
    let text = try command.run("cache", "ls")
    #expect(text.status == 0)
    #expect(text.output.contains("damaged"))
    let show = try command.run("cache", "show", "contacts", "--format", "json")
    #expect(show.status == 0)
    #expect((show.objects.first?["damage"] as? String)?.isEmpty == false)
    #expect(show.objects.first?["rows"] is NSNull)
    #expect(cache(show)?["outcome"] as? String == "miss")
    let verify = try command.run("cache", "verify", "contacts")
    #expect(verify.status == 0)
    #expect(verify.output.hasPrefix("contacts: miss, the file is damaged"))
  }

  // MARK: cache show

  @Test func `show says what a cache is for and what would happen to it`() throws {
    try list()
    let before = command.files
    let text = try command.run("cache", "show", "contacts")
    #expect(text.status == 0)
    #expect(text.output.contains("3 rows in 3 sections"))
    #expect(text.output.contains("sectional list \(database.path) contact --section team"))
    #expect(text.output.split(separator: "\n").last?.contains("hit: ") == true)
    let json = try command.run("cache", "show", "contacts", "--format", "json")
    #expect(cache(json)?["outcome"] as? String == "hit")
    let request = try #require(json.objects.first?["request"] as? [String])
    #expect(request.contains("table \"contact\""))
    #expect(request.contains { $0.hasPrefix("section ") })
    try database.write("DELETE FROM contact WHERE id = 3")
    let later = try command.run("cache", "show", "contacts", "--format", "json")
    #expect(cache(later)?["outcome"] as? String == "miss")
    // Showing a cache changes nothing.
    #expect(later.objects.first?["rows"] as? Int == 3)
    #expect(command.files == before)
  }

  @Test func `several caches are shown one after another`() throws {
    try list()
    try list(named: "others")
    let json = try command.run("cache", "show", "others", "contacts", "--format", "json")
    #expect(json.objects.map { $0["name"] as? String } == ["others", "contacts"])
  }

  @MainActor @Test func `show never prints the values of an application's arguments`() async throws
  {
    let controller = ResultsController(
      fetchRequest: ResultsRequest<StoredRow>(
        table: "contact", predicate: "name <> ? AND team <> ?",
        arguments: ["a secret", "another\nvalue text \"secret\""]),
      store: try SQLiteStore(path: database.path), cacheName: "private")
    controller.options.cache?.folder = SectionCacheFolder(path: command.home.path + "/an.app")
    try await controller.performFetch()
    await controller.close()
    #expect(controller.diagnostics.cacheProblem == nil)
    for action in ["show", "verify"] {
      for format in ["text", "json"] {
        let outcome = try command.run(
          "cache", action, "private", "--app", "an.app", "--format", format)
        #expect(outcome.status == 0)
        #expect(!outcome.output.contains("secret"))
        #expect(outcome.output.contains("private"))
      }
    }
    let listed = try command.run("cache", "ls", "--app", "an.app")
    #expect(listed.output.contains("an app's list"))
    #expect(!listed.output.contains("secret"))
    let text = try command.run("cache", "show", "private", "--app", "an.app").output
    #expect(text.contains("2, which are not shown"))
    #expect(text.contains("only its application can check it"))
    // Another application's caches don't belong to this program.
    #expect(try command.run("cache", "ls").output.hasPrefix("there are no caches"))
  }

  // MARK: cache verify

  @Test func `verify compares with a fetch`() throws {
    try list()
    let text = try command.run("cache", "verify", "contacts")
    #expect(text.status == 0)
    #expect(text.output.hasPrefix("contacts: hit, "))
    #expect(text.output.hasSuffix("it equals a fetch\n"))
    let json = try command.run("cache", "verify", "contacts", "--format", "json")
    #expect(json.status == 0)
    #expect(json.objects.first?["isSame"] as? Bool == true)
    #expect(cache(json)?["outcome"] as? String == "hit")
    try database.write("DELETE FROM contact WHERE id = 3")
    let later = try command.run("cache", "verify", "contacts")
    #expect(later.status == 0)
    #expect(later.output.hasPrefix("contacts: miss, "))
  }

  @Test func `a cache that shows something else ends verify with 3`() throws {
    try list()
    let file = try #require(command.files.first)
    let place = command.home.deletingLastPathComponent().appending(path: file)
    try Data(try forged(Array(try Data(contentsOf: place)))).write(to: place)
    let text = try command.run("cache", "verify", "contacts")
    #expect(text.status == 3)
    #expect(text.output.contains("IT DIFFERS"))
    let json = try command.run("cache", "verify", "contacts", "--format", "json")
    #expect(json.status == 3)
    #expect(json.objects.first?["isSame"] as? Bool == false)
  }

  /// Swaps two ids in a file and corrects the checksums, as another program could.
  private func forged(_ file: [UInt8]) throws -> [UInt8] {
    let headCount = (0..<5).reduce(48) { $0 + file.word(at: 28 + 4 * $1) }
    // The filter of the leaf follows the rows.
    let filterCount = file.word(at: headCount - 20)
    var (head, rows) = (
      Array(file[..<headCount]), Array(file[headCount...].dropLast(filterCount))
    )
    // An id is a cell of one byte. Its tag is 1, and no sort keys precede it.
    let first = try #require(rows.firstIndex(of: 2))
    let last = try #require(rows.lastIndex(of: 3))
    rows.swapAt(first, last)
    replace(&head, (headCount - 16)..<(headCount - 8), Checksum.of(rows))
    replace(&head, 16..<24, Checksum.of(head, 24..<headCount))
    return head + rows + file.suffix(filterCount)
  }

  private func replace(_ bytes: inout [UInt8], _ range: Range<Int>, _ sum: UInt64) {
    var word: [UInt8] = []
    word.append(longWord: sum)
    bytes.replaceSubrange(range, with: word)
  }

  // MARK: cache rm

  @Test func `rm deletes the named caches and lists them`() throws {
    try list()
    try list(named: "others")
    try list(named: "more")
    let text = try command.run("cache", "rm", "contacts", "unknown")
    #expect(text.status == 1)
    #expect(text.output == "deleted contacts\n")
    #expect(text.complaint.hasPrefix("sectional: there is no cache \"unknown\"; available: "))
    let again = try command.run("cache", "rm", "other")
    #expect((again.status, again.output) == (1, ""))
    #expect(again.complaint.contains("did you mean \"others\"?"))
    let json = try command.run("cache", "rm", "others", "--format", "json")
    #expect(json.status == 0)
    #expect(json.output == "[\"others\"]\n")
    #expect(command.files.count == 1)
    #expect(try command.run("cache", "rm", "--all").output == "deleted more\n")
    #expect(command.files.isEmpty)
    #expect(try command.run("cache", "rm", "--all", "--format", "json").output == "[]\n")
    #expect(cache(try list("--format", "json"))?["outcome"] as? String == "miss")
  }

  @Test func `rm leaves other files of the folder alone`() throws {
    try list()
    let other = command.folder + "/notes.txt"
    try Data("notes".utf8).write(to: URL(filePath: other))
    #expect(try command.run("cache", "rm", "--all").status == 0)
    #expect(command.files == ["home/sectional/notes.txt"])
  }

  // MARK: complaints

  @Test func `an error for an unknown name suggests the closest known one`() throws {
    #expect(
      try complaint("cache", "show", "contacts", status: 1)
        == "sectional: there is no cache \"contacts\"; there are none in \(command.folder)\n")
    try list()
    #expect(
      try complaint("cache", "show", "contcats", status: 1)
        == "sectional: there is no cache \"contcats\"; did you mean \"contacts\"?\n")
    #expect(
      try complaint("cache", "verify", "zzz", status: 1).contains("available: \"contacts\""))
  }

  @Test func `incorrect usage says what to type`() throws {
    #expect(try complaint("cache", status: 2).contains("sectional cache ls"))
    #expect(try complaint("cache", "clear", status: 2).contains("ls, show, verify, rm"))
    #expect(try complaint("cache", "show", status: 2).contains("sectional cache show NAME"))
    #expect(try complaint("cache", "verify", status: 2).contains("sectional cache verify NAME"))
    #expect(try complaint("cache", "rm", status: 2).contains("sectional cache rm NAME"))
    #expect(try complaint("cache", "ls", "x", status: 2).contains("sectional cache show NAME"))
    #expect(try complaint("cache", "rm", "--all", "x", status: 2).contains("--all"))
    #expect(try complaint("cache", "ls", "--all", status: 2).contains("--all is for cache rm"))
    #expect(
      try complaint("cache", "ls", "--format", "jsonl", status: 2).contains(
        "--format text or --format json")
    )
    #expect(
      try complaint("list", database.path, "contact", "--cache", "", status: 2)
        .contains("--cache contacts"))
    #expect(
      try complaint("cache", "ls", "--ap", "x", status: 2).contains("did you mean \"--app\"?"))
  }

  @Test func `help describes the command`() throws {
    let help = try command.run("help", "cache")
    #expect(help.status == 0)
    for word in ["ls", "show", "verify", "rm", "--app", "--all"] {
      #expect(help.output.contains(word))
    }
    #expect(try command.run("cache", "--help").output == help.output)
  }

  // MARK: watch --cache

  @Test(arguments: [SIGTERM, SIGINT, SIGQUIT])
  func `watch writes the file when it is ended, and the next list is a hit`(
    signal: Int32
  ) throws {
    let program = try command.start([
      "watch", database.path, "contact", "--section", "team", "--cache", "contacts", "--format",
      "jsonl",
    ])
    var printed = Data()
    /// Reads until a line of the given type is complete.
    func read(_ type: String) throws {
      while !String(decoding: printed, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false
      )
      .dropLast().contains(where: { $0.contains("\"type\":\"\(type)\"") }) {
        let more = program.output.fileHandleForReading.nextBytes()
        try #require(!more.isEmpty, "the program ended instead of printing a line")
        printed += more
      }
    }
    try read("snapshot")
    try database.write("UPDATE contact SET team = 'Green' WHERE id = 3")
    try read("changes")
    kill(program.process.processIdentifier, signal)
    try read("end")
    program.process.waitUntilExit()
    #expect(program.process.terminationStatus == 0)
    #expect(command.files.count == 1)
    let list = try list("--format", "json")
    #expect(cache(list)?["outcome"] as? String == "hit")
    let sections = try #require(list.objects.first?["sections"] as? [[String: Any]])
    #expect(sections.map { $0["name"] as? String } == ["", "Green", "Red"])
  }
}

import Foundation
import SectionalTesting
import Testing

#if canImport(SectionalICU)
  /// The order of languages and what is found by letters, on the command line.
  @Suite struct LocaleCommandTests {
    private let file: ScratchDatabase

    init() throws { file = try ScratchDatabase.persons() }

    /// Returns the document that `list` prints.
    private func list(_ options: [String]) throws -> [String: Any] {
      let outcome = try SectionalProcess(
        ["list", file.path, "person", "--format", "json"] + options
      ).finish()
      #expect(outcome.status == 0, "\(options): \(outcome.complaint)")
      let lines = outcome.output.split(separator: "\n")
      #expect(lines.count == 1 && outcome.objects.count == 1)
      return try #require(outcome.objects.first)
    }

    private func sections(_ options: String...) throws -> [String] {
      let sections = try #require(try list(options)["sections"] as? [[String: Any]])
      return try sections.map { section in
        let ids = try #require(section["ids"] as? [Int])
        let name = try #require(section["name"] as? String)
        return "\(name): \(ids.map(String.init).joined(separator: " "))"
      }
    }

    @Test(arguments: [
      ("name:localized(sv)", "7 9 3 6 2 4 5 1 8"), ("name:LOCALIZED(SV)", "7 9 3 6 2 4 5 1 8"),
      ("name:desc:localized(sv)", "8 1 5 4 2 6 3 9 7"), ("name:localized(de)", "7 9 3 5 4 1 6 2 8"),
      ("name:folded", "7 9 3 5 4 1 6 2 8"), ("name:desc:folded", "8 2 6 1 4 5 3 9 7"),
    ]) func `rows are sorted by letters`(sort: String, expected: String) throws {
      #expect(try sections("--sort", sort) == [": \(expected)"])
    }

    @Test func `the order says by which rules`() throws {
      let outcome = try SectionalProcess.run(
        "list", file.path, "person", "--sort", "name:localized(SV)", "--sort", "name:folded")
      #expect(outcome.output.contains("sorted by name (localized(sv))"))
    }

    @Test func `an index has all letters of a language`() throws {
      let titles = "…ABCDEFGHIJKLMNOPQRSTUVWXYZÅÄÖ…".map(String.init)
      for section in ["index(name,sv)", "first-letter(name)", "size"] {
        let document = try list(["--index", "locale:sv", "--section", section])
        #expect(document["sectionIndexTitles"] as? [String] == titles, "\(section)")
      }
      let both = try list(["--index", "locale:ja,en"])
      // Twenty-six letters and ten, with what is before, between and after them.
      #expect((both["sectionIndexTitles"] as? [String])?.count == 39)
    }

    @Test func `sections are the letters of one language, or of several`() throws {
      let swedish = [": 7", "…: 9", "A: 3", "O: 6", "Z: 2", "Å: 4", "Ä: 5", "Ö: 1", "…: 8"]
      let reversed = Array(swedish.reversed())
      #expect(try sections("--section", "index(name,sv)") == swedish)
      #expect(
        try sections("--section", "index( name , sv )", "--sort", "name:desc:localized(sv)")
          == reversed)
      #expect(
        try sections("--section", "index(name,ja,en)", "--sort", "name:localized(ja)") == [
          ": 7", "…: 9", "A: 3 5 4", "O: 1 6", "Z: 2", "あ: 8",
        ])
    }

    @Test func `sections are ranges and days`() throws {
      #expect(
        try sections("--section", "buckets(size,0,10,100)") == [
          ": 5 7", "< 0: 3", "0 to < 10: 1 6 8", "10 to < 100: 2 9", "\u{2265} 100: 4",
        ])
      #expect(
        try sections("--section", "relative(sent,Europe/Stockholm)") == [
          ": 3 5 6 7 8 9", "January 2020: 4", "November 2023: 1 2",
        ])
    }

    @Test func `a watch and a check accept what a list accepts`() throws {
      let options = [
        "--sort", "name:localized(sv)", "--section", "index(name,sv)", "--search", "name:a",
      ]
      let check = try SectionalProcess(
        ["check", file.path, "person", "--format", "json"] + options
      ).finish()
      let findings = try #require(check.objects.first?["findings"] as? [[String: Any]])
      #expect(check.status == (findings.isEmpty ? 0 : 3))
      #expect(findings.contains { $0["kind"] as? String == "orderUnknownToStore" })
      let lines = try WatchedLines(
        at: file.path, ["person", "--format", "jsonl", "--index", "locale:sv"] + options)
      let sort = try #require(try lines.next()["sort"] as? [String])
      #expect(sort.contains("name:asc:localized(sv)"))
      let snapshot = try lines.next(ofType: "snapshot")
      let sections = try #require(snapshot["sections"] as? [[String: Any]])
      #expect(sections.map { $0["name"] as? String } == ["A", "O", "Å", "Ä"])
      try file.write("UPDATE person SET name = 'Örjan A' WHERE id = 3")
      let changes = try lines.next(ofType: "changes")
      let inserted = try #require(changes["sectionInserts"] as? [[String: Any]])
      #expect(inserted.map { $0["name"] as? String } == ["Ö"])
      lines.send(SIGTERM)
      _ = try lines.next(ofType: "end")
      #expect(lines.status() == 0)
    }

    @Test func `a file and a server make the same list`() async throws {
      let server = try await ScratchServerDatabase(
        """
        CREATE TABLE person(id bigint PRIMARY KEY, name text, size bigint, sent text);
        INSERT INTO person VALUES \(ScratchDatabase.personRows);
        """)
      for options in [
        ["--sort", "name:localized(sv)"], ["--sort", "name:desc:localized(de-u-co-phonebk)"],
        ["--sort", "name:folded", "--search", "name:A"],
        ["--section", "index(name,ja,en)", "--sort", "name:localized(ja)"],
        ["--section", "name", "--sort", "name:localized(sv)"],
        ["--section", "buckets(size,0,10)", "--where", "id > 2", "--search", "name:a"],
      ] {
        let outcome = try SectionalProcess(["compare", file.path, server.url, "person"] + options)
          .finish()
        #expect(outcome.status == 0, "\(options): \(outcome.complaint)\(outcome.output)")
        #expect(outcome.output.contains("\nThe same "))
      }
    }
  }
#endif

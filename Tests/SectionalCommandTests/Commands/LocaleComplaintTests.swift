import Foundation
import SectionalTesting
import Testing

#if canImport(SectionalICU)
  /// Errors in locales, sections and searches: what was typed, and what helps.
  @Suite struct LocaleComplaintTests {
    private let file: ScratchDatabase

    init() throws { file = try ScratchDatabase.contacts() }

    private func complaint(_ option: [String], status: Int32) throws -> String {
      let outcome = try SectionalProcess(
        ["list", file.path, "contact"] + option
      ).finish()
      #expect(outcome.status == status, "\(option): \(outcome.complaint)")
      #expect(outcome.output.isEmpty)
      #expect(outcome.complaint.hasPrefix("sectional: "))
      #expect(outcome.complaint.split(separator: "\n").count == 1)
      return outcome.complaint
    }

    @Test(arguments: [
      ["--sort", "name:localized()"], ["--sort", "name:localized"],
      ["--sort", "name:localized(sv,en)"], ["--index", "locale:"], ["--index", "locale:sv,"],
      ["--section", "index(name,)"], ["--section", "index(name,sv,)"], ["--section", "index()"],
    ]) func `a missing locale is incorrect usage`(option: [String]) throws {
      #expect(try complaint(option, status: 2).contains("sv"))
    }

    @Test(arguments: [
      ["--sort", "name:localized(sv_SE)"], ["--sort", "name:localized(../../etc)"],
      ["--sort", "name:localized(de-u-co-nonsense)"], ["--index", "locale:sv_SE"],
      ["--index", "locale:sv,🙂"], ["--section", "index(name,sv_SE)"],
      ["--section", "index(name,sv,xx)"], ["--sort", "name:localized(klingon)"],
      ["--index", "locale:xx"], ["--section", "index(name,xx)"],
    ]) func `an error names the locale and the option that it is about`(option: [String]) throws {
      let complaint = try complaint(option, status: 1)
      #expect(complaint.contains("language tag"))
      #expect(complaint.contains("\(option[0]): "), "\(complaint)")
    }

    @Test(arguments: ["index(name,sv_SE)", "index(name,sv,xx)", "index(name,)"])
    func `an error advises no option that the command doesn't have`(section: String) throws {
      let outcome = try SectionalProcess(
        ["list", file.path, "contact", "--section", section]
      ).finish()
      #expect(outcome.status != 0)
      #expect(!outcome.complaint.contains("--native"), "\(outcome.complaint)")
    }

    @Test func `an error in a search names the search`() throws {
      let complaint = try complaint(["--search", "nmae:ada"], status: 1)
      #expect(complaint.contains("\"nmae\"") && complaint.contains("did you mean \"name\"?"))
      #expect(complaint.contains("--search: "), "\(complaint)")
    }

    @Test(arguments: [["--search", ""], ["--search", "name"], ["--search", ":ada"]])
    func `a search without a column is incorrect usage`(option: [String]) throws {
      #expect(try complaint(option, status: 2).contains("--search name:oberg"))
    }

    @Test(arguments: [
      ["--section", "index(nope,sv)"], ["--section", "relative(nope)"],
      ["--section", "buckets(nope,1)"], ["--sort", "nope:localized(sv)"],
    ]) func `an error names a column that doesn't exist`(option: [String]) throws {
      let complaint = try complaint(option, status: 1)
      #expect(complaint.contains("\(option[0]): there is no column \"nope\""))
    }

    @Test func `a text isn't in a range`() throws {
      #expect(
        try complaint(["--section", "buckets(name,1)"], status: 1)
          .contains("--section: the cell \"name\" of \"contact\" with the key 1"))
      #expect(
        try complaint(["--section", "relative(name,Nowhere)"], status: 2)
          .contains("unknown time zone"))
    }

    @Test func `a watch and a comparison don't begin with a locale that isn't one`() throws {
      for arguments in [
        ["watch", file.path, "contact"], ["compare", file.path, file.path, "contact"],
        ["check", file.path, "contact"],
      ] {
        let outcome = try SectionalProcess(arguments + ["--sort", "name:localized(sv_SE)"]).finish()
        #expect(outcome.status == 1, "\(arguments): \(outcome.output)")
        #expect(outcome.complaint.contains("\"sv_SE\" is malformed"))
        #expect(outcome.output.isEmpty)
      }
    }
  }
#endif

import Foundation
import Testing

@testable import Sectional

/// The file names of section caches, for any cache name.
@Suite struct SectionCacheNameTests {
  private static let odd = [
    "", ".", "..", "...", "/", "//", "../x", "../../etc/passwd", "/etc/passwd", "a/b", "a\\b",
    "a\u{0}b", "a\nb", "~", "~root", "-", "--", "-x", ".hidden", "a.b", "a b", "a%2fb", "a/b%",
    "%", "%2e%2e", "\u{E9}", "e\u{301}", "\u{202E}x", "A", "a", "a-", "a-0123456789abcdef",
    "a-0123456789abcdef.sectioncache", "x.sectioncache", "*", "?", "a:b", "con", "\u{1F600}",
    String(repeating: "x", count: 150), String(repeating: "x", count: 151),
    String(repeating: "x", count: 5000), String(repeating: "/", count: 50),
    String(repeating: "/", count: 51), String(repeating: "../", count: 2000),
    String(repeating: "x", count: 5000) + "y",
  ]

  @Test(arguments: odd) func `a name gives one file in the folder`(name: String) {
    let file = SectionCacheName(name).fileName(for: "request")
    #expect(file.utf8.count < 240)
    #expect(!file.hasPrefix("."))
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-%~.".utf8)
    #expect(file.utf8.allSatisfy(plain.contains))
    // The only dot is that of the extension.
    #expect(file.utf8.count { $0 == UInt8(ascii: ".") } == 1)
    #expect(URL(filePath: "/folder/" + file).standardizedFileURL.path == "/folder/" + file)
    #expect(SectionCacheName.isFile(file))
    #expect(SectionCacheName(name).isName(of: file))
  }

  @Test func `different names have different files, and none is mistaken for another`() {
    // They are compared by their bytes: two names that only look the same are different.
    let files = SectionCacheNameTests.odd.map {
      Array(SectionCacheName($0).fileName(for: "r").utf8)
    }
    #expect(Set(files).count == SectionCacheNameTests.odd.count)
    for (place, name) in SectionCacheNameTests.odd.enumerated() {
      let owners = SectionCacheNameTests.odd.indices.filter {
        SectionCacheName(SectionCacheNameTests.odd[$0])
          .isName(of: SectionCacheName(name).fileName(for: "r"))
      }
      #expect(owners == [place])
    }
  }

  @Test func `requests with the same name have different files`() {
    let name = SectionCacheName("contacts")
    let files = Set((0..<1000).map { name.fileName(for: "request \($0)") })
    #expect(files.count == 1000)
    #expect(files.allSatisfy(name.isName))
  }

  @Test func `a short name is read from the file's name`() {
    for name in SectionCacheNameTests.odd where name.utf8.count <= 50 && !name.utf8.contains(0) {
      let file = SectionCacheName(name).fileName(for: "r")
      #expect(SectionCacheName.name(ofFile: file).utf8.elementsEqual(name.utf8))
    }
  }

  @Test(arguments: [
    "", ".sectioncache", "x.sectioncache", "-0123456789abcde.sectioncache",
    "x-0123456789abcdeg.sectioncache", "x-0123456789abcdef", "x-0123456789abcdef.sectioncache2",
    ".x-0123456789abcdef.sectioncache", "x_0123456789abcdef.sectioncache",
    ".x-0123456789abcdef.sectioncache.1.0123456789abcdef.draft",
  ]) func `other files are not taken for caches`(file: String) {
    #expect(!SectionCacheName.isFile(file))
    #expect(!SectionCacheName("x").isName(of: file))
  }

  @Test(arguments: ["", ".", "..", "...", "../x", "/", "a/b", "..\u{0}", "com.example.app", "x y"])
  func `the folder of an application is in the user's folder`(application: String) {
    let user = URL(filePath: SectionCacheFolder.of(application: "x").path)
      .deletingLastPathComponent().standardizedFileURL.path
    let folder = URL(filePath: SectionCacheFolder.of(application: application).path)
    #expect(folder.standardizedFileURL.deletingLastPathComponent().path == user)
    #expect(folder.standardizedFileURL.path == folder.path)
  }

  @Test func `the folder of an application has its identifier as its name`() {
    let folder = SectionCacheFolder.of(application: "com.example.app")
    #expect(folder.path.hasSuffix("/com.example.app"))
    #expect(SectionCacheFolder.of(application: "com%2eexample.app") != folder)
  }

  @Test func `drafts are known by the process that writes them`() {
    let file = SectionCacheName("a.b-c").fileName(for: "r")
    let draft = SectionCacheDraft(of: file).name
    #expect(SectionCacheDraft.isDraft(draft))
    #expect(!SectionCacheName.isFile(draft))
    // This process is still running.
    #expect(!SectionCacheDraft.isLeftOver(draft))
    #expect(SectionCacheDraft(of: file).name != draft)
    // No system has processes with this number.
    #expect(SectionCacheDraft.isLeftOver(".\(file).2147483646.0123456789abcdef.draft"))
    for other in [
      file, ".\(file).0.0123456789abcdef.draft", ".\(file).-1.0123456789abcdef.draft",
      ".\(file).x.0123456789abcdef.draft", ".other.2147483646.0123456789abcdef.draft", ".draft", "",
    ] {
      #expect(!SectionCacheDraft.isLeftOver(other), "\(other)")
    }
  }
}
